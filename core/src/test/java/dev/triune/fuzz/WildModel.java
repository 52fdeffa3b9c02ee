/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.fuzz;

import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.Random;

/** A model that writes {@link WildAnswers} in pieces of any size, within a few ticks. */
final class WildModel implements Provider {
    private final VirtualTime time;
    private final WildAnswers answers;
    private final Random random;

    WildModel(VirtualTime time, Random random) {
        this.time = time;
        this.answers = new WildAnswers(random);
        this.random = random;
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        String text = answers.write(answers.kind());
        boolean[] cancelled = {false};
        int piece = Math.max(1 + random.nextInt(60), text.length() / 100);
        int at = 0;
        long millis = 10;
        for (; at < text.length(); at += piece, millis += 5) {
            String part = text.substring(at, Math.min(text.length(), at + piece));
            time.after(Duration.ofMillis(millis), () -> {
                if (!cancelled[0]) {
                    sink.text(part);
                }
            });
        }
        time.after(Duration.ofMillis(millis), () -> {
            if (!cancelled[0]) {
                sink.complete(Usage.NONE);
            }
        });
        return () -> cancelled[0] = true;
    }
}
