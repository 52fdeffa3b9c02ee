/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import dev.triune.village.mind.VillagerOfflineMind;
import dev.triune.village.people.Player;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * How long the prompts of a village day are, by kind and by section, in tokens of four characters.
 * A player talks to a villager every minute. The sums may not grow unseen: each line that is added
 * to a prompt is paid for by one that is left out.
 */
final class PromptSizeTest {
    private static final int MINUTE = 1_200;
    private static final String ANSWER = "You answer " + Player.NAME;

    /** The characters of the prompts of a kind. */
    private static final class Sizes {
        private final Map<String, Long> sections = new LinkedHashMap<>();
        private long prompts;

        void add(Prompt prompt, long schema) {
            prompts++;
            boolean first = true;
            for (Message message : prompt.messages()) {
                String section = first ? "rules" : "question";
                first = false;
                for (String line : message.text().lines().toList()) {
                    section = sectionOf(section, line);
                    sections.merge(section, line.length() + 1L, Long::sum);
                }
            }
            sections.merge("schema", schema, Long::sum);
        }

        private static String sectionOf(String before, String line) {
            if (line.startsWith("- ")) {
                return before;
            }
            if (line.startsWith("Answer with one JSON") || before.equals("form")) {
                return line.startsWith("The only actions")
                        ? "actions"
                        : line.startsWith("You are ") ? "person" : "form";
            }
            if (line.startsWith("You are ") || line.startsWith("You are good at")) {
                return before.equals("actions") ? "person" : "condition";
            }
            if (line.startsWith("It is day")) {
                return "moment";
            }
            if (line.startsWith("Why: ")) {
                return "Why";
            }
            if (line.endsWith(":")) {
                return line.startsWith("Said before") ? "Said before" : line;
            }
            return before.equals("rules") || before.equals("person")
                    ? before
                    : line.startsWith("Near you: ") ? "Near you" : "question";
        }

        long tokens() {
            long characters = sections.values().stream().mapToLong(each -> each).sum();
            return (characters - sections.getOrDefault("schema", 0L)) / 4 / Math.max(1, prompts);
        }

        long schema() {
            return sections.getOrDefault("schema", 0L) / 4 / Math.max(1, prompts);
        }

        @Override
        public String toString() {
            StringBuilder table = new StringBuilder(String.format(
                    Locale.ROOT,
                    "%d prompts, %d tokens, schema %d%n",
                    prompts,
                    tokens(),
                    schema()));
            sections.forEach((section, characters) -> table.append(String.format(
                    Locale.ROOT, "  %6.1f %s%n", characters / 4.0 / prompts, section)));
            return table.toString();
        }
    }

    private final Map<String, Sizes> kinds = new TreeMap<>();

    /** Returns the length of a value in JSON without spaces. */
    private static long length(Object value) {
        if (value instanceof Map<?, ?> map) {
            return 2
                    + map.entrySet().stream()
                            .mapToLong(each -> length(each.getKey()) + 2 + length(each.getValue()))
                            .sum();
        }
        if (value instanceof List<?> list) {
            return 2 + list.stream().mapToLong(each -> length(each) + 1).sum();
        }
        return String.valueOf(value).length() + (value instanceof String ? 2 : 0);
    }

    private Provider measuring(Provider provider) {
        return (call, sink) -> {
            String text = call.prompt().text();
            String kind = call.schema() != null && call.schema().name().equals("talk")
                    ? text.contains(ANSWER) ? "talk to a player" : "talk among agents"
                    : "plan";
            long schema = call.schema() == null ? 0 : length(call.schema().root());
            kinds.computeIfAbsent(kind, none -> new Sizes()).add(call.prompt(), schema);
            return provider.start(call, sink);
        };
    }

    @Test
    void promptsStayShort() {
        for (long seed = 211; seed <= 213; seed++) {
            long number = seed;
            try (VillageSimulation village = new VillageBuilder(SimulationSettings.offline(seed))
                    .broker(connection -> new BrokerBuilder()
                            .provider(
                                    ProviderSettings.of("offline", "rules").withPermits(2),
                                    measuring(OfflineProvider.builder(
                                                    new VillagerOfflineMind()::answer)
                                            .clock(
                                                    connection.ticker(),
                                                    Objects.requireNonNull(connection.timers()))
                                            .seed(number)
                                            .build()))
                            .ticker(connection.ticker())
                            .seed(number)
                            .listener(connection.listener())
                            .build())
                    .build()) {
                for (int tick = 0; tick < VillageAssertions.DAY; tick++) {
                    village.tick();
                    if (tick % MINUTE == 0) {
                        int[] all = village.villagers();
                        village.inputs()
                                .say(all[tick / MINUTE % all.length], "What are you doing today?");
                    }
                }
            }
        }
        kinds.forEach((kind, sizes) -> System.out.println(kind + ": " + sizes));
        assertThat(kinds).containsOnlyKeys("plan", "talk among agents", "talk to a player");
        assertThat(sizes("plan").tokens()).isLessThanOrEqualTo(1_100);
        assertThat(sizes("talk to a player").tokens()).isLessThanOrEqualTo(1_110);
        assertThat(sizes("talk among agents").tokens()).isLessThanOrEqualTo(770);
        assertThat(sizes("plan").schema()).isLessThanOrEqualTo(970);
    }

    private Sizes sizes(String kind) {
        return Objects.requireNonNull(kinds.get(kind));
    }
}
