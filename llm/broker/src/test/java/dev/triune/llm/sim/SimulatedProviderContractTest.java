/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderContract;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.Stage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

final class SimulatedProviderContractTest extends ProviderContract {
    @Override
    protected Stage newStage() {
        return new SimulatedStage();
    }

    private static final class SimulatedStage implements Stage {
        private static final String WORD = "word ";
        private static final Duration STEP = Duration.ofMillis(1);
        private static final int MOST_STEPS = 100_000;
        private static final long MINUTE_MILLIS = 60_000;

        private final VirtualTime time = new VirtualTime();
        private Optional<SimulatedProvider> opened = Optional.empty();
        private long arrivals;
        private long lastArrivalMillis;

        @Override
        public Set<Act> repertoire() {
            return EnumSet.complementOf(EnumSet.of(Act.ERROR_IN_MID_ANSWER));
        }

        @Override
        public Provider open(Act act) throws Exception {
            SimulatedProvider provider = SimulatedProvider.builder(time, time)
                    .seed(7)
                    .faults(faults(act))
                    .plan(SimulatedPlan.of(
                            SimulatedLimitKind.FIXED_WINDOW,
                            refuses(act) ? 1 : Integer.MAX_VALUE,
                            Integer.MAX_VALUE,
                            false))
                    .style(
                            act == Act.REFUSE_WITHOUT_ADVICE
                                    ? RefusalStyle.NONE
                                    : RefusalStyle.OPENAI)
                    .build();
            opened = Optional.of(provider);
            arrivals = 0;
            if (refuses(act)) {
                useUp(provider);
            }
            return provider;
        }

        private static boolean refuses(Act act) {
            return act == Act.REFUSE_WITH_ADVICE || act == Act.REFUSE_WITHOUT_ADVICE;
        }

        private static SimulatedFaults faults(Act act) {
            return switch (act) {
                case HANG -> new SimulatedFaults(1, 0, 0, 0, 0, 0);
                case BREAK -> new SimulatedFaults(0, 1, 0, 0, 0, 0);
                case UNREACHABLE -> new SimulatedFaults(0, 0, 0, 0, 1, 0);
                case DAWDLE -> new SimulatedFaults(0, 0, 0, 0, 0, 1);
                default -> SimulatedFaults.NONE;
            };
        }

        /** Its one call of this minute is made. */
        private void useUp(SimulatedProvider provider) throws Exception {
            time.advance(Duration.ofMillis(MINUTE_MILLIS - millis() % MINUTE_MILLIS));
            RecordingSink first = new RecordingSink();
            provider.start(call(0), first);
            untilEnd(first);
            first.usage();
        }

        /** From when the refused call arrived to the end of that minute. */
        @Override
        public Duration advised() {
            return Duration.ofMillis(MINUTE_MILLIS - lastArrivalMillis % MINUTE_MILLIS);
        }

        /** The number of words is random; the tokens per word are not. */
        @Override
        public Reply due(ModelCall call, RecordingSink heard) {
            int words = Math.max(1, Math.min(MAX_TOKENS, heard.text().length() / WORD.length()));
            return new Reply(
                    WORD.repeat(words), new Usage((call.prompt().length() + 3) / 4, 0, 0, words));
        }

        @Override
        public void untilBegun(RecordingSink sink) {
            for (int i = 0; i < MOST_STEPS && sink.order().isEmpty(); i++) {
                step();
            }
        }

        @Override
        public void untilEnd(RecordingSink sink) {
            for (int i = 0; i < MOST_STEPS && sink.ends() == 0; i++) {
                step();
            }
            assertThat(sink.ends()).as("ends").isOne();
        }

        /** Calls travel for whole milliseconds, so that each step meets at most one of them. */
        private void step() {
            time.advance(STEP);
            long now = opened.orElseThrow().arrived();
            if (now > arrivals) {
                arrivals = now;
                lastArrivalMillis = millis();
            }
        }

        private long millis() {
            return Duration.ofNanos(time.nanos()).toMillis();
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
