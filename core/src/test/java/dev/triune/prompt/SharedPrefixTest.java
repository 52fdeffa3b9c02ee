/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Prompt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The common prefix of the prompts of a layer, which providers can cache. */
class SharedPrefixTest {
    private static final int CALLS = 100;
    private static final PromptBuilder TALKER = PromptBuilder.talker(Snapshots.VILLAGE);
    private static final PromptBuilder EXECUTOR = PromptBuilder.executor(Snapshots.VILLAGE);

    static Stream<Arguments> layers() {
        return Stream.of(
                Arguments.of("talker", TALKER),
                Arguments.of("executor", EXECUTOR),
                Arguments.of("autonomic", PromptBuilder.autonomic(Snapshots.VILLAGE)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("layers")
    void consecutivePromptsShareAtLeastSixtyPercent(String title, PromptBuilder layer) {
        for (long seed = 1; seed <= 10; seed++) {
            double share = share(layer, new Snapshots(seed));
            assertThat(share)
                    .as("%s, seed %d: %.1f %% of %d calls shared", title, seed, share * 100, CALLS)
                    .isBetween(0.6, 0.99);
        }
    }

    @Test
    void stableMessagesAreTheSameInEveryPromptOfAnAgent() {
        Snapshots moments = new Snapshots(1);
        Prompt first = TALKER.build(moments.next());
        Prompt second = TALKER.build(moments.next());

        assertThat(first.stable()).isEqualTo(1);
        assertThat(second.messages().subList(0, 1)).isEqualTo(first.messages().subList(0, 1));
        assertThat(second.messages()).isNotEqualTo(first.messages());
    }

    @Test
    void promptsOfDifferentAgentsShareRulesAndActions() {
        Snapshots moments = new Snapshots(1);
        String other =
                Snapshots.text(TALKER.build(AgentSnapshot.of("Zoe", "A sailor.").build()));
        int shared = shared(Snapshots.text(TALKER.build(moments.next())), other);
        assertThat(other.substring(0, shared)).endsWith("You are ");
    }

    /** Of all characters but those of the first prompt, what the one before began with too. */
    private static double share(PromptBuilder layer, Snapshots moments) {
        String before = Snapshots.text(layer.build(moments.next()));
        long shared = 0;
        long all = 0;
        for (int call = 1; call < CALLS; call++) {
            String text = Snapshots.text(layer.build(moments.next()));
            shared += shared(before, text);
            all += text.length();
            before = text;
        }
        return (double) shared / all;
    }

    private static int shared(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length())
                && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }
}
