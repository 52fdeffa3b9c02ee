/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import dev.triune.PlanSource;
import dev.triune.TurnSource;
import dev.triune.internal.inject.GameFaults;
import dev.triune.llm.Ticket;
import dev.triune.rule.SelectionRule;

/**
 * Wraps what makes plans and settles talk in the place of a model: if it throws, a model is called.
 * Allocates nothing in ticks, because every examination asks.
 */
public final class GuardedSources {
    private static final int NOBODY = -1;

    private GuardedSources() {}

    /** Wraps a source of plans. */
    public static PlanSource plans(PlanSource source, GameFaults faults) {
        return new PlanSource() {
            @Override
            public boolean keepsPlan(int agent, SelectionRule rule, CallBudget calls) {
                try {
                    return source.keepsPlan(agent, rule, calls);
                } catch (Throwable e) {
                    return report(agent, e);
                }
            }

            @Override
            public boolean ordersPlan(int agent, SelectionRule rule, CallBudget calls) {
                try {
                    return source.ordersPlan(agent, rule, calls);
                } catch (Throwable e) {
                    return report(agent, e);
                }
            }

            private boolean report(int agent, Throwable e) {
                faults.report("plan source", source, agent, e);
                return false;
            }

            @Override
            public void prompted(int agent, SelectionRule rule, Ticket request) {
                faults.run(
                        "plan source", source, agent, () -> source.prompted(agent, rule, request));
            }

            @Override
            public void modelPlanned(int agent, ModelPlan plan) {
                faults.run("plan source", source, agent, () -> source.modelPlanned(agent, plan));
            }

            @Override
            public String describePlan(int agent) {
                return faults.get(
                        "plan source", source, agent, () -> source.describePlan(agent), "");
            }
        };
    }

    /** Wraps a source of talk. */
    public static TurnSource turns(TurnSource source, GameFaults faults) {
        return new TurnSource() {
            @Override
            public boolean hasCompany(int agent) {
                try {
                    return source.hasCompany(agent);
                } catch (Throwable e) {
                    faults.report("turn source", source, agent, e);
                    return true;
                }
            }

            @Override
            public boolean settle(int agent) {
                try {
                    return source.settle(agent);
                } catch (Throwable e) {
                    faults.report("turn source", source, agent, e);
                    return false;
                }
            }

            @Override
            public long settledTalks() {
                return faults.get("turn source", source, NOBODY, source::settledTalks, 0L);
            }

            @Override
            public long settledTalks(int agent) {
                return faults.get(
                        "turn source", source, agent, () -> source.settledTalks(agent), 0L);
            }

            @Override
            public long repeatedLines() {
                return faults.get("turn source", source, NOBODY, source::repeatedLines, 0L);
            }
        };
    }
}
