/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Timers;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Delivers each answer in one piece, a fixed time after its call. Runs on the thread of its timers.
 */
final class FixedLatencyProvider implements Provider {
    private final OfflineModel mind;
    private final Duration latency;
    private final Timers timers;
    private final RandomGenerator random;

    FixedLatencyProvider(OfflineModel mind, Duration latency, Timers timers, long seed) {
        this.mind = mind;
        this.latency = latency;
        this.timers = timers;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        Timers.Timer timer = timers.after(latency, () -> answer(call, sink));
        return timer::cancel;
    }

    private void answer(ModelCall call, AnswerSink sink) {
        String text;
        try {
            text = mind.answer(call.prompt(), random);
        } catch (RuntimeException e) {
            sink.fail(new CallFailure.Failed(
                    FailureCode.PROVIDER_ERROR,
                    "the scripted mind threw " + e.getClass().getName()));
            return;
        }
        sink.text(text);
        sink.complete(Usage.NONE);
    }
}
