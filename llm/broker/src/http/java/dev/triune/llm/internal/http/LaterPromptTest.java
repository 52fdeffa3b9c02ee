/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Prompts whose text is written by the thread that sends it, not by the one that starts the call. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
final class LaterPromptTest extends ServerFixture {
    private final Set<Thread> writers = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @EnumSource
    void threadOfTheCallWritesTheText(ApiFamily apiFamily) throws Exception {
        enqueue(500, "{}");
        refusalOf(open(builder(apiFamily, "")), later(() -> Prompt.of("What do you do?")));

        assertThat(body(request())).contains("What do you do?");
        assertThat(writers).hasSize(1).doesNotContain(Thread.currentThread());
    }

    @Test
    void textThatCannotBeWrittenIsNoFaultOfTheServer() throws Exception {
        ModelCall call = later(() -> {
            throw new IllegalStateException("words of the prompt");
        });
        assertThat(broken(refusalOf(open(builder()), call)))
                .satisfies(failed -> assertThat(failed.code()).isEqualTo(FailureCode.PROMPT_FAILED))
                .satisfies(failed -> assertThat(failed.message())
                        .isEqualTo("cannot write the call of " + host()
                                + ": java.lang.IllegalStateException while its text was written"));
        assertThat(server.getRequestCount()).isZero();
    }

    private ModelCall later(Supplier<Prompt> text) {
        return call(AnswerFormat.TEXT, Prompt.later(() -> {
            writers.add(Thread.currentThread());
            return text.get();
        }));
    }
}
