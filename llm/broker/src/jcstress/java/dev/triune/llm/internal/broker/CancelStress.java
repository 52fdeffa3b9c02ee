/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Ticket;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Races a cancel or a timeout against the provider's end. The first figure is
 * {@link OneCall#verdict}: 0 answered, 2 failed, 4 cancelled; higher values indicate errors: a
 * second outcome, an update after it, a permit not returned. A permit returned twice throws.
 */
public class CancelStress {
    private CancelStress() {}

    /** The owner cancels. The second figure is the result of the cancel. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Answered before; the cancel found nothing.")
    @Outcome(id = "5, 1", expect = ACCEPTABLE, desc = "Cancelled; what came was dropped.")
    @Outcome(expect = FORBIDDEN, desc = "Not exactly one outcome, or not what the cancel said.")
    @State
    public static class ByOwner {
        private final OneCall call = new OneCall();

        /** The owner. */
        @Actor
        public void owner(II_Result result) {
            Ticket ticket = call.begin();
            call.workAWhile();
            result.r2 = call.broker.cancel(ticket) ? 1 : 0;
            call.settle(1);
            result.r1 = call.verdict();
        }

        /** The provider. */
        @Actor
        public void provider() {
            call.answer();
            call.done();
        }
    }

    /** The owner cancels while the call fails. The second figure is the result of the cancel. */
    @JCStressTest
    @Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "Failed before; the cancel found nothing.")
    @Outcome(id = "5, 1", expect = ACCEPTABLE, desc = "Cancelled; the failure came too late.")
    @Outcome(expect = FORBIDDEN, desc = "Not exactly one outcome, or not what the cancel said.")
    @State
    public static class OfAFailure {
        private final OneCall call = new OneCall();

        /** The owner. */
        @Actor
        public void owner(II_Result result) {
            Ticket ticket = call.begin();
            call.workAWhile();
            result.r2 = call.broker.cancel(ticket) ? 1 : 0;
            call.settle(1);
            result.r1 = call.verdict();
        }

        /** The provider. */
        @Actor
        public void provider() {
            AnswerSink sink = call.called();
            if (sink != null) {
                sink.fail(new CallFailure.Failed(FailureCode.BAD_REQUEST, "bad"));
            }
            call.done();
        }
    }

    /**
     * Another thread cancels by the token, at any time from before the submit to after the answer
     * of a provider on the owner's thread. The second figure counts the parts delivered.
     */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Answered, whole.")
    @Outcome(id = "5, [01]", expect = ACCEPTABLE, desc = "Cancelled, before or after the part.")
    @Outcome(expect = FORBIDDEN, desc = "Not exactly one outcome, or an answer without its part.")
    @State
    public static class ByToken {
        private final OneCall call = new OneCall();

        /** The owner. */
        @Actor
        public void owner(II_Result result) {
            call.begin();
            call.answer();
            call.settle(1);
            result.r1 = call.verdict();
            result.r2 = call.delivered();
        }

        /** The cancelling thread. */
        @Actor
        public void player() {
            call.token.cancel();
            call.done();
        }
    }

    /** The call times out while it ends. The second figure counts the parts delivered. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The answer came in time, whole.")
    @Outcome(id = "3, [01]", expect = ACCEPTABLE, desc = "Timed out, before or after the part.")
    @Outcome(expect = FORBIDDEN, desc = "Not exactly one outcome, or an answer without its part.")
    @State
    public static class Timeout {
        private final OneCall call = new OneCall();

        /** The owner. */
        @Actor
        public void owner(II_Result result) {
            call.begin();
            call.workAWhile();
            call.timeOut();
            call.broker.doWork();
            call.settle(1);
            result.r1 = call.verdict();
            result.r2 = call.delivered();
        }

        /** The provider. */
        @Actor
        public void provider() {
            call.answer();
            call.done();
        }
    }
}
