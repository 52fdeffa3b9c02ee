/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.model.Lesson;
import java.util.List;

/** Notes the prompts that a provider gets, and its answers in the form of their schema. */
final class LessonRecorder implements Provider {
    private final Provider teacher;
    private final List<Lesson> lessons;

    LessonRecorder(Provider teacher, List<Lesson> lessons) {
        this.teacher = teacher;
        this.lessons = lessons;
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        StringBuilder answer = new StringBuilder();
        return teacher.start(call, new AnswerSink() {
            @Override
            public void text(String delta) {
                answer.append(delta);
                sink.text(delta);
            }

            @Override
            public void complete(FinishReason reason, Usage usage) {
                SchemaForm.of(call.schema(), answer.toString())
                        .map(formed -> new Lesson(call.prompt().messages(), formed))
                        .ifPresent(lessons::add);
                sink.complete(reason, usage);
            }

            @Override
            public void fail(CallFailure reason) {
                sink.fail(reason);
            }
        });
    }

    @Override
    public void close() {
        teacher.close();
    }
}
