/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.SpeechFilter;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Wording;
import dev.triune.component.Episode;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.system.MindPlugin;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Insights that agents draw from their episodes. */
class ReflectionTest {
    private final List<String> asked = new ArrayList<>();

    private MindTest world(String insights, Consumer<MemoryConfig> change) {
        return MindTest.world(ActionCatalog.builder()
                        .action("gather", "collect", Field.oneOf("target", "wood"))
                        .build())
                .mind((prompt, random) -> {
                    boolean reflects = prompt.text().contains("insights");
                    if (reflects) {
                        asked.add(prompt.text());
                    }
                    return reflects ? insights : "{}";
                })
                .plugin((MindPlugin minds) -> minds.with(memories(change)));
    }

    private static Memories memories(Consumer<MemoryConfig> change) {
        MemoryConfig config = new MemoryConfig();
        change.accept(config);
        return new Memories(config);
    }

    private static Memory filled(MindTest sim, int agent) {
        return fill(sim.world().getMapper(Memory.class).create(agent));
    }

    private static Memory fill(Memory memory) {
        for (int i = 0; i < 6; i++) {
            memory.remember("a wolf came to field " + i, "danger", 0.5f, i);
            memory.remember(new Episode("salt is short " + i, "told", 0.2f, i, "Joss"));
        }
        return memory;
    }

    private static List<Episode> insights(Memory memory) {
        return memory.episodes.stream()
                .filter(each -> each.kind.equals(Episode.INSIGHT))
                .toList();
    }

    @Test
    void rulesDrawInsightsFromRepeatedEpisodesAtTheThreshold() {
        MindTest sim = world("", with -> with.reflection(4));
        int mira = sim.agent("Mira");
        Memory memory = filled(sim, mira);
        assertThat(memory.unreflected).isBetween(4.19f, 4.21f);
        sim.ticks(3);
        assertThat(insights(memory))
                .extracting(each -> each.text)
                .containsExactly(
                        "6 times of late, danger: a wolf came to field 5",
                        "6 times of late, told: salt is short 5");
        assertThat(insights(memory).get(0).because)
                .startsWith("a wolf came to field 5; a wolf came to field 4");
        assertThat(memory.unreflected).isZero();
        sim.ticks(100);
        assertThat(insights(memory)).hasSize(2);
        assertThat(asked).isEmpty();
    }

    @Test
    void noReflectionBelowThresholdInDangerOrWhenOff() {
        for (Consumer<MemoryConfig> change : List.<Consumer<MemoryConfig>>of(
                with -> with.reflection(4.5), with -> with.reflection(4), with -> {})) {
            MindTest sim = world("", change);
            int mira = sim.agent("Mira");
            Memory memory = filled(sim, mira);
            sim.world().getMapper(Needs.class).get(mira).danger = true;
            sim.ticks(100);
            assertThat(insights(memory)).isEmpty();
        }
    }

    @Test
    void modelInsightsNameTheirSources() {
        MindTest sim = world(
                "<think>(1)</think>1. Wolves come again and again (1, 2, 99).\n- Salt is short (7)\n"
                        + "No source at all.\nA third one [3]\nA fourth one (4)",
                with -> with.reflection(4).reflectionModel("").reflectionShare(1));
        int mira = sim.agent("Mira");
        Memory memory = filled(sim, mira);
        sim.tickUntil(() -> !insights(memory).isEmpty(), 400);
        sim.ticks(200);
        assertThat(asked).hasSize(1);
        assertThat(asked.get(0))
                .contains("1. a wolf came to field 5")
                .contains("7. \"salt is short 5\" (Joss told it)");
        assertThat(insights(memory))
                .extracting(each -> each.text, each -> each.because)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(
                                "Wolves come again and again",
                                "a wolf came to field 5; a wolf came to field 4"),
                        org.assertj.core.api.Assertions.tuple("Salt is short", "salt is short 5"),
                        org.assertj.core.api.Assertions.tuple(
                                "No source at all. A third one", "a wolf came to field 3"));
    }

    @Test
    void whatDecidesAboutSpeechDecidesAboutAModelsInsights() {
        SpeechFilter filter = new SpeechFilter() {
            @Override
            public Heard filter(int agent, Layer layer, Source source, Part part, String words) {
                return Heard.of(words);
            }

            @Override
            public void remember(int agent, String words, Consumer<String> memory) {
                memory.accept(words.contains("Salt") ? "" : words.replace("Wolves", "Foxes"));
            }
        };
        MindTest sim = world(
                        "1. Wolves come again and again (1, 2).\n- Salt is short (7)",
                        with -> with.reflection(4).reflectionModel("").reflectionShare(1))
                .plugin((MindPlugin minds) -> minds.with(context -> context.speech(filter)));
        Memory memory = filled(sim, sim.agent("Mira"));
        sim.tickUntil(() -> !insights(memory).isEmpty(), 400);

        assertThat(insights(memory))
                .extracting(each -> each.text)
                .containsExactly("Foxes come again and again");
    }

    @Test
    void rulesReplaceAFailedModelReflection() {
        MindTest sim = world(
                "I cannot.", with -> with.reflection(4).reflectionModel("").reflectionShare(1));
        Memory memory = filled(sim, sim.agent("Mira"));
        sim.tickUntil(() -> !insights(memory).isEmpty(), 400);
        assertThat(asked).hasSize(1);
        assertThat(insights(memory).get(0).text).startsWith("6 times of late, danger");
    }

    @Test
    void disposingOfTheWorldCancelsPendingReflections() {
        FakeBroker broker = new FakeBroker();
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TestWorld.ACTIONS)
                        .with(memories(
                                with -> with.reflection(4).reflectionModel("").reflectionShare(1))))
                .build());
        int mira = world.create();
        world.getMapper(Mind.class).create(mira);
        world.getMapper(Needs.class).create(mira);
        fill(world.getMapper(Memory.class).create(mira));
        for (int i = 0; i < 5; i++) {
            world.process();
        }
        FakeBroker.Asked reflection = broker.last();
        assertThat(reflection.request().layer()).isEqualTo("reflection");
        world.dispose();

        assertThat(broker.cancelled()).contains(reflection.ticket());
    }

    @Test
    void reflectionsStayWithinTheirShareOfRequests() {
        MindTest sim = world(
                "Wolves (1)", with -> with.reflection(4).reflectionModel("").reflectionShare(0.2));
        for (int i = 0; i < 4; i++) {
            filled(sim, sim.agent("agent " + i));
        }
        long requests = 0;
        for (int i = 0; i < 80; i++) {
            sim.ticks(50);
            requests = sim.stats().requests().selections().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertThat(asked.size()).isLessThanOrEqualTo((int) (0.2 * (requests + asked.size())));
        }
        assertThat(asked).as("of %d requests", requests).isNotEmpty();
    }

    @Test
    void rulesDrawNoInsightFromAnInsight() {
        Episode wolves = new Episode("wolves come", "danger", 0.5f, 1);
        List<Episode> insights = Insights.byRules(List.of(wolves), 2, Wording.ENGLISH);
        assertThat(insights)
                .extracting(each -> each.text)
                .containsExactly("what matters most of late: wolves come");
        assertThat(Insights.byRules(insights, 3, Wording.ENGLISH)).isEmpty();
    }

    @Test
    void insightsAreReflectedOnAtMostTwice() {
        Episode wolves = new Episode("wolves come", Episode.INSIGHT, 1, 1);
        List<Episode> all = new ArrayList<>(List.of(wolves));
        for (int round = 0; round < 9; round++) {
            List<Episode> sources = Insights.sources(all);
            List<Episode> fresh = Insights.read("It goes on " + round + " (1)", sources, round);
            sources.forEach(each -> each.reflections++);
            all.addAll(fresh);
        }
        assertThat(all).allMatch(each -> each.reflections <= 2);
        assertThat(all).hasSizeLessThan(9);
    }
}
