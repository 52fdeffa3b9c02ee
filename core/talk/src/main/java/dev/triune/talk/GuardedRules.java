/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.internal.inject.GameFaults;
import org.jspecify.annotations.Nullable;

/** Calls rules for small talk: if they throw, a model is called, and nothing is said or learned. */
final class GuardedRules implements SettlementRules {
    private static final String ROLE = "settlement rules";
    private static final int NOBODY = -1;

    private final SettlementRules rules;
    private final GameFaults faults;

    GuardedRules(SettlementRules rules, GameFaults faults) {
        this.rules = rules;
        this.faults = faults;
    }

    @Override
    public boolean isWatched(int agent) {
        try {
            return rules.isWatched(agent);
        } catch (Throwable e) {
            faults.report(ROLE, rules, agent, e);
            return true;
        }
    }

    @Override
    public boolean hasNews(int one, int other) {
        try { // no lambda: allocates nothing
            return rules.hasNews(one, other);
        } catch (Throwable e) {
            faults.report(ROLE, rules, one, e);
            return true;
        }
    }

    @Override
    public boolean explores(int one, int other, long since) {
        try { // no lambda: allocates nothing
            return rules.explores(one, other, since);
        } catch (Throwable e) {
            faults.report(ROLE, rules, one, e);
            return false;
        }
    }

    @Override
    public String news(int agent, int other) {
        return faults.get(ROLE, rules, agent, () -> rules.news(agent, other), "");
    }

    @Override
    public @Nullable String line(int agent, boolean opening) {
        try {
            return rules.line(agent, opening);
        } catch (Throwable e) {
            faults.report(ROLE, rules, agent, e);
            return null;
        }
    }

    @Override
    public void learn(int agent, boolean opening, String line) {
        faults.run(ROLE, rules, agent, () -> rules.learn(agent, opening, line));
    }

    @Override
    public long interval() {
        return faults.get(ROLE, rules, NOBODY, rules::interval, Long.MAX_VALUE);
    }
}
