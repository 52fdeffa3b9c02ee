/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Update;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** The simulation can fail: each of these faults of a broker is found within 200 seeds. */
class PlantedFaultTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm.engine");
    private static final int SEEDS = 200;

    static {
        QUIET.setLevel(Level.OFF);
    }

    @Test
    void aPermitThatIsDroppedOnCancelIsFound() {
        assertFound(DropsPermits::new);
    }

    @Test
    void aCooldownThatIsShortenedIsFound() {
        assertFound(ShortensCooldowns::new);
    }

    @Test
    void anUpdateThatIsDeliveredTwiceIsFound() {
        assertFound(DeliversTwice::new);
    }

    @Test
    void aWaiterThatIsForgottenIsFound() {
        assertFound(ForgetsWaiters::new);
    }

    @Test
    void anAgentThatIsNeverFreedIsFound() {
        assertFound(ForgetsThatItIsOver::new);
    }

    private static void assertFound(Function<BrokerBuilder, Parts> faulty) {
        assertThat(firstSeedThatFinds(faulty))
                .as("the seed that finds the fault, of %d", SEEDS)
                .isLessThan(SEEDS);
    }

    private static int firstSeedThatFinds(Function<BrokerBuilder, Parts> faulty) {
        for (int seed = 0; seed < SEEDS; seed++) {
            try {
                Simulation simulation =
                        new Simulation(seed, (scenario, builder) -> faulty.apply(builder));
                SimulationTest.checkNothingIsLeft(simulation.play(), seed);
            } catch (AssertionError | IllegalStateException found) {
                return seed;
            }
        }
        return SEEDS;
    }

    private static final class DropsPermits extends Parts {
        DropsPermits(BrokerBuilder builder) {
            super(builder);
        }

        @Override
        Calls makeCalls(BrokerBuilder builder) {
            return new Calls(this, builder.callTimeout) {
                @Override
                void land(Flight<?> flight, Landing how, Usage usage) {
                    super.land(flight, how, usage);
                    if (how == Landing.STOPPED) {
                        flight.grant.stop().slot().permits.tryTake();
                    }
                }
            };
        }
    }

    private static final class ShortensCooldowns extends Parts {
        ShortensCooldowns(BrokerBuilder builder) {
            super(builder);
        }

        @Override
        Failover makeFailover(BrokerBuilder builder) {
            return new Failover(this, builder.rounds) {
                @Override
                void after(Flight<?> flight, CallFailure failure) {
                    super.after(flight, shorter(failure));
                }
            };
        }

        private static CallFailure shorter(CallFailure failure) {
            return failure instanceof CallFailure.RateLimited limited
                    ? new CallFailure.RateLimited(
                            limited.advice().map(advice -> advice.dividedBy(2)), "shorter")
                    : failure;
        }
    }

    private static final class DeliversTwice extends Parts {
        DeliversTwice(BrokerBuilder builder) {
            super(builder);
        }

        @Override
        SafeListener makeListeners(BrokerBuilder builder) {
            return new SafeListener(builder.listeners) {
                private int parts;

                @Override
                <T> void deliver(Pending<T> pending, Update<T> update) {
                    super.deliver(pending, update);
                    if (update instanceof Update.Part && ++parts % 100 == 0) {
                        super.deliver(pending, update);
                    }
                }
            };
        }
    }

    private static final class ForgetsWaiters extends Parts {
        private int resumed;

        ForgetsWaiters(BrokerBuilder builder) {
            super(builder);
        }

        @Override
        void resume(Pending<?> pending) {
            if (++resumed % 10 != 0) {
                super.resume(pending);
            }
        }
    }

    private static final class ForgetsThatItIsOver extends Parts {
        private int ended;

        ForgetsThatItIsOver(BrokerBuilder builder) {
            super(builder);
        }

        @Override
        void over(Pending<?> pending) {
            if (++ended % 50 != 0) {
                super.over(pending);
            }
        }
    }
}
