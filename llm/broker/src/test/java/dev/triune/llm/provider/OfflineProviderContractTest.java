/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Prompt;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

final class OfflineProviderContractTest extends ProviderContract {
    @Override
    protected Stage newStage() {
        return new OfflineStage();
    }

    private static final class OfflineStage implements Stage {
        private static final Duration STEP = Duration.ofMillis(10);
        private static final int MOST_STEPS = 10_000;

        private final VirtualTime time = new VirtualTime();

        @Override
        public Set<Act> repertoire() {
            return EnumSet.complementOf(
                    EnumSet.of(Act.REFUSE_WITHOUT_ADVICE, Act.ERROR_IN_MID_ANSWER));
        }

        @Override
        public Provider open(Act act) {
            return switch (act) {
                case ANSWER -> builder(FaultMode.NONE).build();
                case BREAK -> builder(FaultMode.CUT).build();
                case DAWDLE -> builder(FaultMode.SLOW).build();
                case HANG -> builder(FaultMode.HANG).build();
                case UNREACHABLE -> builder(FaultMode.DEAD).build();
                case REFUSE_WITH_ADVICE -> usedUp();
                case REFUSE_WITHOUT_ADVICE, ERROR_IN_MID_ANSWER ->
                    throw new AssertionError("not in the repertoire");
            };
        }

        private OfflineProvider.Builder builder(FaultMode how) {
            return OfflineProvider.builder((prompt, random) -> answer(prompt))
                    .clock(time, time)
                    .seed(7)
                    .faultMode(how);
        }

        /** Its one call of a minute was made ten seconds ago. */
        private Provider usedUp() {
            OfflineProvider provider =
                    builder(FaultMode.NONE).requestsPerMinute(1).build();
            provider.start(call(0), new RecordingSink());
            time.advance(Duration.ofSeconds(10));
            return provider;
        }

        @Override
        public Duration advised() {
            return Duration.ofSeconds(50);
        }

        private static String answer(Prompt prompt) {
            String question = prompt.messages().get(0).text();
            String number = question.substring(question.indexOf('#'));
            return "It is so, and \"größer\" than you think, 😀 " + number;
        }

        @Override
        public Reply due(ModelCall call, RecordingSink heard) {
            String answer = answer(call.prompt());
            return new Reply(
                    answer,
                    new Usage(tokens(call.prompt().length()), 0, 0, tokens(answer.length())));
        }

        /** Four characters a token, the last one perhaps with fewer. */
        private static int tokens(int characters) {
            return (characters + 3) / 4;
        }

        @Override
        public void untilBegun(RecordingSink sink) {
            for (int i = 0; i < MOST_STEPS && sink.order().isEmpty(); i++) {
                time.advance(STEP);
            }
        }

        @Override
        public void untilEnd(RecordingSink sink) throws Exception {
            for (int i = 0; i < MOST_STEPS && sink.ends() == 0; i++) {
                time.advance(STEP);
            }
            assertThat(sink.ends()).as("ends").isOne();
        }

        @Override
        public void requireHangUp(RecordingSink sink) {
            int said = sink.order().size();
            time.advance(Duration.ofHours(1));
            assertThat(said).as("the answer had started").isPositive();
            assertThat(sink.order()).as("no further events").hasSize(said);
        }

        @Override
        public void close() {
            time.advance(Duration.ofDays(1));
        }
    }
}
