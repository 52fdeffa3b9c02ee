/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Decoding the steps of a plan from a stream. */
class DecodingTest {
    private final Stage stage = Stage.ofTwo();
    private final List<String> heard = new ArrayList<>();
    private final List<Thread> decodedOn = new ArrayList<>();
    private final List<Thread> deliveredOn = new ArrayList<>();

    @Test
    void decodesOnProviderThreadAndDeliversOnOwnerThread() throws Exception {
        submit();
        Thread io = new Thread(() ->
                stage.first.last().text("{\"action\":[{\"type\":\"wave\"}]}").complete());
        io.start();
        io.join();
        stage.settle();

        assertThat(decodedOn).isNotEmpty().containsOnly(io);
        assertThat(deliveredOn).isNotEmpty().containsOnly(Thread.currentThread());
    }

    @Test
    void deliversStepBeforeTheAnswerIsComplete() {
        submit();
        stage.first.last().text("{\"action\":[{\"type\":\"wave\"}, {\"ty");
        stage.settle();

        assertThat(heard).containsExactly("wave");
    }

    @Test
    void streamCutOffBeforeFirstStepUsesTheFallback() {
        submit();
        stage.first.last().text("{\"action\":[{\"type\":\"wa").fail(FailureCode.CUT_OFF);
        stage.settle();
        stage.second.last().text("{\"action\":[{\"type\":\"wave\"}]}").complete();
        stage.settle();

        assertThat(heard).as("once, and nothing of the first").containsExactly("wave", "ANSWERED");
    }

    @Test
    void streamCutOffAfterAStepFailsWithoutFallback() {
        submit();
        stage.first.last().text("{\"action\":[{\"type\":\"wave\"},").fail(FailureCode.CUT_OFF);
        stage.advanceSeconds(3600);

        assertThat(heard).containsExactly("wave", "FAILED");
        assertThat(stage.second.calls).isEmpty();
    }

    private void submit() {
        Request<String> plan = Request.<String>plan("model-1", (part, out) -> {
                    decodedOn.add(Thread.currentThread());
                    if (part instanceof AnswerPart.Action action) {
                        out.accept(action.type());
                    }
                })
                .prompt(() -> Prompt.of("hello?"))
                .build();
        stage.broker.submit(plan, this::hear);
        stage.settle();
    }

    private void hear(Update<String> update) {
        deliveredOn.add(Thread.currentThread());
        if (update instanceof Update.Part<String> part) {
            heard.add(part.value());
        } else if (update instanceof Update.Ended<String> ended) {
            Outcome outcome = ended.outcome();
            heard.add(outcome.kind().name());
        }
    }
}
