/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart.SpokenPiece;
import dev.triune.internal.apply.PlanPart.SpokenText;
import dev.triune.talk.SpeechGate.Verdict;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What an agent shows while it thinks about its answer to a player. */
class FillerTest {
    private static final int TICKS_A_SECOND = 20;
    private static final List<String> FILLERS = List.of(
            "Hm, let me think.",
            "Well…",
            "Good question.",
            "(scratches its head)",
            "One moment.",
            "Ah.");

    private final List<String> signs = new ArrayList<>();

    private TalkWorld talk(SpeechGate gate) {
        return new TalkWorld(config -> config.gate(gate)
                .fillers(Duration.ofMillis(1_200), agent -> FILLERS)
                .listener(new ConversationListener() {
                    @Override
                    public void filler(int agent, String text) {
                        signs.add("filler " + text);
                    }

                    @Override
                    public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
                        signs.add("words");
                    }

                    @Override
                    public void spoke(int agent, Utterance line) {
                        signs.add("words");
                    }
                }));
    }

    @Test
    void firstSignComesInTimeHoweverSlowTheModelIs() {
        long seed = Long.getLong("triune.seed", 44_300);
        SplittableRandom random = new SplittableRandom(seed);
        TalkWorld talk = talk(line -> Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        int lines = Thorough.count(300, 5_000);
        int late = 0;
        List<String> last = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            signs.clear();
            talk.talks.say("Robin", ada, "Question " + i);
            FakeBroker.Asked asked = talk.granted(ada);
            int latency = 6 + random.nextInt(12 * TICKS_A_SECOND - 5); // 0.3 to 12 s
            boolean streams = random.nextBoolean();
            int sign = -1;
            for (int tick = 1; tick <= latency + 20; tick++) {
                if (tick == latency && streams) {
                    talk.broker.deliver(asked, new SpokenPiece("That is answer " + i + ". And "));
                } else if (tick == latency + (streams ? 10 : 0)) {
                    String more = streams ? ". And more." : ".";
                    talk.broker.answer(asked, new SpokenText("That is answer " + i + more));
                }
                talk.tick();
                sign = sign < 0 && !signs.isEmpty() ? tick : sign;
            }
            late += sign < 0 || sign > 3 * TICKS_A_SECOND / 2 ? 1 : 0;
            List<String> fillers =
                    signs.stream().filter(one -> one.startsWith("filler")).toList();
            String about = "-Dtriune.seed=" + seed + ", line " + i + ", latency " + latency;
            assertThat(fillers).as(about).hasSizeLessThanOrEqualTo(1);
            assertThat(signs.lastIndexOf("words")).as(about).isEqualTo(signs.size() - 1);
            assertThat(signs.subList(signs.indexOf("words"), signs.size()))
                    .as(about)
                    .containsOnly("words");
            assertThat(fillers).as(about).noneMatch(last::contains);
            last.addAll(fillers);
            last.subList(0, Math.max(0, last.size() - 4)).clear();
        }
        System.out.println("first signs: " + lines + " lines of a player, " + late + " late");
        assertThat(late * 100).as("-Dtriune.seed=" + seed).isLessThanOrEqualTo(lines);
    }

    @Test
    void fillerIsInNoTranscriptAndNoPrompt() {
        TalkWorld talk = talk(line -> Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.granted(ada);
        talk.ticks(2 * TICKS_A_SECOND);

        assertThat(signs).hasSize(1);
        assertThat(talk.transcript(ada).lines).hasSize(1);
        talk.broker.answer(talk.granted(ada), new SpokenText("Good morning."));
        talk.tick();
        talk.talks.say("Robin", ada, "And now?");
        assertThat(FILLERS).noneMatch(talk.prompt(ada)::contains);
    }

    @Test
    void fillerPassesTheGate() {
        TalkWorld talk = talk(
                line -> FILLERS.contains(line.text()) ? Verdict.stop("planted") : Verdict.pass());
        int ada = talk.agent("Ada");
        talk.tick();
        talk.talks.say("Robin", ada, "Hello!");
        talk.granted(ada);
        talk.ticks(5 * TICKS_A_SECOND);

        assertThat(signs).isEmpty();
    }
}
