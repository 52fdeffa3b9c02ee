/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.Provider.RunningCall;
import dev.triune.llm.provider.Stage.Act;
import dev.triune.llm.provider.Stage.Reply;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests of the behavior that the broker relies on, for any provider. The test of a provider
 * supplies the stage.
 */
public abstract class ProviderContract {
    /** The maximum number of tokens of an answer to {@link #call}. */
    protected static final int MAX_TOKENS = 100;

    private static final Set<Act> WITHOUT_END = EnumSet.of(Act.DAWDLE, Act.HANG);

    private final RecordingSink sink = new RecordingSink();
    private Stage stage;

    /** Creates a stage; called once for each test. */
    protected abstract Stage newStage() throws Exception;

    @BeforeEach
    void setStage() throws Exception {
        stage = newStage();
    }

    @AfterEach
    void clearStage() throws Exception {
        stage.close();
    }

    /** Creates a distinct call for each number, which its question contains as {@code #number}. */
    protected static ModelCall call(int number) {
        String question = "Is it so that " + Stage.SECRET + "? #" + number + "#";
        return new ModelCall("small-1", Prompt.of(question), AnswerFormat.TEXT, MAX_TOKENS, 0.5);
    }

    // answers

    @Test
    void theJoinedTextIsTheAnswerAndComesBeforeTheEnd() throws Exception {
        try (Provider provider = stage.open(Act.ANSWER)) {
            ask(provider, call(1), sink);
            assertThat(sink.text()).isNotEmpty().isEqualTo(due(1, sink).text());
            assertThat(sink.order()).endsWith("end").startsWith("text");
        }
    }

    @Test
    void theUsageIsExactToTheToken() throws Exception {
        try (Provider provider = stage.open(Act.ANSWER)) {
            ask(provider, call(2), sink);
            assertThat(sink.usage()).isEqualTo(due(2, sink).usage());
        }
    }

    @Test
    void theSameCallTwiceGivesTwoAnswers() throws Exception {
        ModelCall call = call(3);
        RecordingSink second = new RecordingSink();
        try (Provider provider = stage.open(Act.ANSWER)) {
            ask(provider, call, sink);
            ask(provider, call, second);
            assertAnswered(3, sink);
            assertAnswered(3, second);
        }
    }

    @Test
    void severalCallsAtOnceDoNotMix() throws Exception {
        List<RecordingSink> sinks =
                IntStream.range(0, 8).mapToObj(i -> new RecordingSink()).toList();
        try (Provider provider = stage.open(Act.ANSWER)) {
            for (int i = 0; i < sinks.size(); i++) {
                provider.start(call(i), sinks.get(i));
            }
            for (int i = 0; i < sinks.size(); i++) {
                stage.untilEnd(sinks.get(i));
                assertAnswered(i, sinks.get(i));
            }
        }
    }

    @Test
    void thereIsExactlyOneEndAndNothingAfterItHoweverACallEnds() throws Exception {
        for (Act act : endings()) {
            RecordingSink heard = new RecordingSink();
            Provider provider = stage.open(act);
            ask(provider, call(4), heard);
            provider.close();
            heard.awaitQuiet();
            assertThat(heard.ends()).as("ends of %s", act).isOne();
            assertThat(heard.order()).as("what %s said", act).endsWith("end");
        }
    }

    // failures

    @Test
    void aBreakIsCutOffAndNeverComplete() throws Exception {
        assumePlays(Act.BREAK);
        try (Provider provider = stage.open(Act.BREAK)) {
            ask(provider, call(5), sink);
            assertThat(code(sink)).isEqualTo(FailureCode.CUT_OFF);
            assertThat(due(5, sink).text()).startsWith(sink.text());
        }
    }

    @Test
    void aRateLimitCarriesItsAdviceExactly() throws Exception {
        assumePlays(Act.REFUSE_WITH_ADVICE);
        try (Provider provider = stage.open(Act.REFUSE_WITH_ADVICE)) {
            ask(provider, call(6), sink);
            RateLimited refusal = (RateLimited) sink.failure();
            assertThat(refusal.retryAfter()).isEqualTo(stage.advised());
            assertThat(sink.text()).isEmpty();
        }
    }

    @Test
    void aRefusalWithoutAdviceHasNone() throws Exception {
        assumePlays(Act.REFUSE_WITHOUT_ADVICE);
        try (Provider provider = stage.open(Act.REFUSE_WITHOUT_ADVICE)) {
            ask(provider, call(7), sink);
            assertThat(((RateLimited) sink.failure()).retryAfter()).isNull();
            assertThat(sink.text()).isEmpty();
        }
    }

    @Test
    void anErrorAfterTheBeginningIsAFailure() throws Exception {
        assumePlays(Act.ERROR_IN_MID_ANSWER);
        try (Provider provider = stage.open(Act.ERROR_IN_MID_ANSWER)) {
            ask(provider, call(8), sink);
            assertThat(code(sink)).isEqualTo(FailureCode.PROVIDER_ERROR);
            assertThat(due(8, sink).text()).startsWith(sink.text());
        }
    }

    @Test
    void whatIsNotThereIsUnreachable() throws Exception {
        assumePlays(Act.UNREACHABLE);
        try (Provider provider = stage.open(Act.UNREACHABLE)) {
            ask(provider, call(9), sink);
            assertThat(code(sink)).isEqualTo(FailureCode.UNREACHABLE);
            assertThat(sink.text()).isEmpty();
        }
    }

    @Test
    void noFailureTellsKeyOrPrompt() throws Exception {
        for (Act act : endings()) {
            if (act != Act.ANSWER) {
                RecordingSink heard = new RecordingSink();
                try (Provider provider = stage.open(act)) {
                    ask(provider, call(10), heard);
                    assertThat(heard.failure().toString() + provider)
                            .as("the failure of %s", act)
                            .doesNotContain(Stage.SECRET, Stage.KEY);
                    assertThat(heard.failure().message()).as("of %s", act).isNotBlank();
                }
            }
        }
    }

    // starts, cancels and closes

    @Test
    void aStartReturnsWhileTheProviderHangs() throws Exception {
        try (Provider provider = stage.open(Act.HANG)) {
            provider.start(call(11), sink);
            stage.untilBegun(sink);
            assertThat(sink.ends()).isZero();
        }
    }

    @Test
    void aCancelIsHeardAndBringsNoSecondEnd() throws Exception {
        Provider provider = stage.open(Act.DAWDLE);
        RunningCall runningCall = provider.start(call(12), sink);
        stage.untilBegun(sink);
        runningCall.cancel();
        runningCall.cancel();
        stage.requireHangUp(sink);
        provider.close();
        sink.awaitQuiet();
        assertThat(sink.ends()).isLessThanOrEqualTo(1);
        if (sink.ends() == 1) {
            assertThat(code(sink)).isEqualTo(FailureCode.CUT_OFF);
        }
    }

    @Test
    void aCancelAfterTheEndDoesNothing() throws Exception {
        Provider provider = stage.open(Act.ANSWER);
        RunningCall runningCall = provider.start(call(13), sink);
        stage.untilEnd(sink);
        runningCall.cancel();
        assertAnswered(13, sink);
        provider.close();
        sink.awaitQuiet();
        assertThat(sink.ends()).isOne();
    }

    @Test
    void closeEndsTheCallsUnderWay() throws Exception {
        Provider provider = stage.open(Act.HANG);
        RecordingSink other = new RecordingSink();
        provider.start(call(14), sink);
        provider.start(call(15), other);
        stage.untilBegun(sink);
        provider.close();
        stage.untilEnd(sink);
        stage.untilEnd(other);
        assertThat(code(sink)).isEqualTo(FailureCode.CUT_OFF);
        assertThat(code(other)).isEqualTo(FailureCode.CUT_OFF);
    }

    @Test
    void aSecondCloseDoesNothing() throws Exception {
        Provider provider = stage.open(Act.ANSWER);
        ask(provider, call(16), sink);
        provider.close();
        assertThatCode(provider::close).doesNotThrowAnyException();
        assertAnswered(16, sink);
    }

    @Test
    void aCallAfterTheCloseFails() throws Exception {
        Provider provider = stage.open(Act.ANSWER);
        provider.close();
        RunningCall runningCall = provider.start(call(17), sink);
        stage.untilEnd(sink);
        assertThat(code(sink)).isEqualTo(FailureCode.CUT_OFF);
        assertThatCode(runningCall::cancel).doesNotThrowAnyException();
        assertThat(sink.ends()).isOne();
    }

    // steps

    private void ask(Provider provider, ModelCall call, RecordingSink heard) throws Exception {
        provider.start(call, heard);
        stage.untilEnd(heard);
    }

    private Reply due(int number, RecordingSink heard) {
        return stage.due(call(number), heard);
    }

    private void assertAnswered(int number, RecordingSink heard) throws Exception {
        assertThat(new Reply(heard.text(), heard.usage())).isEqualTo(due(number, heard));
        assertThat(heard.ends()).isOne();
    }

    private Set<Act> endings() {
        Set<Act> acts = EnumSet.copyOf(stage.repertoire());
        acts.removeAll(WITHOUT_END);
        return acts;
    }

    private void assumePlays(Act act) {
        assumeTrue(stage.repertoire().contains(act), () -> "the stage does not play " + act);
    }

    private static FailureCode code(RecordingSink heard) throws Exception {
        assertThat(heard.failure()).isInstanceOf(Failed.class);
        return ((Failed) heard.failure()).code();
    }
}
