/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderContract;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.Stage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A local model never refuses calls and is always reachable: those rules do not apply. */
final class LocalProviderContractTest extends ProviderContract {
    @Override
    protected Stage newStage() {
        return new LocalStage();
    }

    private static final class LocalStage implements Stage {
        private final CountDownLatch noticed = new CountDownLatch(1);
        private final CountDownLatch begun = new CountDownLatch(1);

        @Override
        public Set<Act> repertoire() {
            return EnumSet.of(Act.ANSWER, Act.BREAK, Act.ERROR_IN_MID_ANSWER, Act.DAWDLE, Act.HANG);
        }

        @Override
        public Provider open(Act act) {
            FakeEngine engine = new FakeEngine(
                    (what, prompt, wanted, out) -> play(act, answer(prompt), wanted, out));
            return new LocalProvider(engine, LocalSettings.DEFAULT);
        }

        private boolean play(Act act, String answer, BooleanSupplier wanted, Consumer<String> out) {
            begun.countDown();
            return switch (act) {
                case ANSWER -> FakeEngine.write(answer, wanted, out);
                case BREAK -> {
                    FakeEngine.write(answer.substring(0, 9), wanted, out);
                    yield false;
                }
                case ERROR_IN_MID_ANSWER -> {
                    FakeEngine.write(answer.substring(0, 9), wanted, out);
                    throw new IllegalStateException("out of memory at " + SECRET);
                }
                case DAWDLE -> {
                    while (wanted.getAsBoolean()) {
                        out.accept("...");
                    }
                    noticed.countDown();
                    yield false;
                }
                case HANG -> {
                    waitWhile(wanted);
                    yield false;
                }
                default -> throw new AssertionError("not in the repertoire: " + act);
            };
        }

        private static void waitWhile(BooleanSupplier wanted) {
            while (wanted.getAsBoolean()) {
                Thread.onSpinWait();
            }
        }

        private static String answer(String prompt) {
            return "It is so, and \"größer\" than you think, 😀 "
                    + prompt.substring(prompt.indexOf('#'));
        }

        @Override
        public Reply due(ModelCall call, RecordingSink heard) {
            String prompt = call.prompt().text();
            String answer = answer(prompt);
            int pieces = (answer.length() + 2) / 3;
            Usage usage = noUsage(heard) ? Usage.NONE : usageOf(heard);
            // The second of two equal calls processes only one prompt token.
            assertThat(usage.prompt()).isIn(0L, (long) prompt.length());
            return new Reply(answer, new Usage(usage.input(), usage.cacheRead(), 0, pieces));
        }

        private static boolean noUsage(RecordingSink heard) {
            return heard.ends() == 0 || heard.text().isEmpty();
        }

        private static Usage usageOf(RecordingSink heard) {
            try {
                return heard.outcome().isEmpty() ? heard.usage() : Usage.NONE;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Duration advised() {
            throw new AssertionError("it refuses nobody");
        }

        @Override
        public void untilBegun(RecordingSink sink) throws Exception {
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void untilEnd(RecordingSink sink) throws Exception {
            sink.awaitEnd();
        }

        @Override
        public void requireHangUp(RecordingSink sink) throws Exception {
            assertThat(noticed.await(60, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() {}
    }
}
