/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BuilderOptions;
import dev.triune.llm.Update;
import dev.triune.llm.provider.CallFailure;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** The simulation detects each of these broker faults within 200 seeds. */
class PlantedFaultTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm.internal.broker");
    private static final int SEEDS = 200;

    static {
        QUIET.setLevel(Level.OFF);
    }

    @Test
    void findsNothingInABrokerWithoutAFault() {
        assertThat(firstSeedThatFinds(SingleOwnerBroker::new, 20)).isEqualTo(20);
    }

    @Test
    void detectsPermitLostOnCancel() {
        assertFound(DropsPermits::new);
    }

    @Test
    void detectsShortenedCooldown() {
        assertFound(ShortensCooldowns::new);
    }

    @Test
    void detectsUpdateDeliveredTwice() {
        assertFound(DeliversTwice::new);
    }

    @Test
    void detectsForgottenWaitingRequest() {
        assertFound(ForgetsWaiters::new);
    }

    @Test
    void detectsAgentThatIsNeverFreed() {
        assertFound(NeverFreesAgents::new);
    }

    private static void assertFound(Function<BrokerOptions, SingleOwnerBroker> faulty) {
        assertThat(firstSeedThatFinds(faulty, SEEDS))
                .as("first seed that detects the fault, of %d", SEEDS)
                .isLessThan(SEEDS);
    }

    private static int firstSeedThatFinds(
            Function<BrokerOptions, SingleOwnerBroker> faulty, int seeds) {
        for (int seed = 0; seed < seeds; seed++) {
            try {
                Simulation simulation =
                        new Simulation(seed, builder -> faulty.apply(BuilderOptions.of(builder)));
                SimulationTest.checkNothingRemains(simulation.play(), seed);
            } catch (AssertionError | IllegalStateException found) {
                return seed;
            }
        }
        return seeds;
    }

    private static final class DropsPermits extends SingleOwnerBroker {
        DropsPermits(BrokerOptions options) {
            super(options);
        }

        @Override
        InFlightCalls newInFlightCalls(BrokerOptions options) {
            return new InFlightCalls(
                    options, timers, inbox, listeners, quotas, accounts, router.affinity, this) {
                @Override
                void finish(InFlightCall<?> inFlightCall, CallResult how) {
                    super.finish(inFlightCall, how);
                    if (how == CallResult.STOPPED) {
                        takePermit(inFlightCall.assignment.slot());
                    }
                }
            };
        }
    }

    private static void takePermit(ProviderSlot slot) {
        if (slot.hasPermit()) {
            slot.acquirePermit();
        }
    }

    private static final class ShortensCooldowns extends SingleOwnerBroker {
        ShortensCooldowns(BrokerOptions options) {
            super(options);
        }

        @Override
        Failover newFailover(BrokerOptions options) {
            return new Failover(
                    options.retryRounds,
                    ticker,
                    timers,
                    listeners,
                    counters,
                    quotas,
                    requestQueues,
                    registry) {
                @Override
                void handle(InFlightCall<?> inFlightCall, CallFailure failure) {
                    super.handle(inFlightCall, shorter(failure));
                }
            };
        }

        private static CallFailure shorter(CallFailure failure) {
            return failure instanceof CallFailure.RateLimited limited
                            && limited.retryAfter() != null
                    ? new CallFailure.RateLimited(limited.retryAfter().dividedBy(2), "shorter")
                    : failure;
        }
    }

    private static final class DeliversTwice extends SingleOwnerBroker {
        DeliversTwice(BrokerOptions options) {
            super(options);
        }

        @Override
        ListenerNotifier newListeners(BrokerOptions options) {
            return new ListenerNotifier(options.listeners) {
                private int parts;

                @Override
                <T> void deliver(PendingRequest<T> pending, Update<T> update) {
                    super.deliver(pending, update);
                    if (update instanceof Update.Part && ++parts % 100 == 0) {
                        super.deliver(pending, update);
                    }
                }
            };
        }
    }

    private static final class ForgetsWaiters extends SingleOwnerBroker {
        private int resumed;

        ForgetsWaiters(BrokerOptions options) {
            super(options);
        }

        @Override
        public void resume(PendingRequest<?> pending) {
            if (++resumed % 10 != 0) {
                super.resume(pending);
            }
        }
    }

    private static final class NeverFreesAgents extends SingleOwnerBroker {
        private int ended;

        NeverFreesAgents(BrokerOptions options) {
            super(options);
        }

        @Override
        public void release(PendingRequest<?> pending) {
            if (++ended % 50 != 0) {
                super.release(pending);
            }
        }
    }
}
