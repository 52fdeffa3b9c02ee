/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/** The lower bound: an array of plain objects and a loop that contains the rules. */
public final class PlainHerd implements Herd {
    private final Agent[] agents;
    private long tick;

    public PlainHerd(int size, boolean shuffled) {
        agents = Plain.agents(size, shuffled, Agent[]::new, Agent::new);
    }

    @Override
    public void pass() {
        long now = ++tick;
        for (Agent agent : agents) {
            react(agent, now);
        }
    }

    private static void react(Agent a, long now) {
        if (a.latched == 0 && well(a)) {
            if (a.deed != Deed.GATHER) {
                decide(a, Rows.pastime(a.deed, now - a.since), now);
            }
            return;
        }
        int needs = Rows.needs(
                a.latched,
                a.hunger,
                a.energy,
                a.temperature,
                a.health,
                a.sleepDrive,
                a.tooHot,
                a.bedtime,
                a.hasHome,
                a.danger);
        a.latched = needs;
        decide(a, needs | Rows.pastime(a.deed, now - a.since), now);
    }

    private static boolean well(Agent a) {
        return Rows.well(
                a.hunger,
                a.energy,
                a.temperature,
                a.health,
                a.sleepDrive,
                a.bedtime,
                a.hasHome,
                a.danger);
    }

    private static void decide(Agent a, int rows, long now) {
        boolean inReflex = a.deed.reflex();
        if (rows == 0) {
            if (inReflex) {
                a.end(now);
            }
            return;
        }
        int place = Rows.first(rows);
        int causes = rows & Rows.of(a.deed);
        if (causes != 0) {
            int cause = Rows.first(causes);
            a.priority = Rows.priority(cause);
            a.interruptible = Rows.interruptible(cause);
        }
        boolean over = inReflex && causes == 0;
        if (over || (a.interruptible && Rows.priority(place) > a.priority)) {
            a.begin(Rows.deed(place), Rows.priority(place), Rows.interruptible(place), now);
        }
    }

    @Override
    public void start(int agent, Deed deed, boolean interruptible, long since) {
        agents[agent].start(deed, interruptible, since);
    }

    @Override
    public void fare(int agent, Figures figures) {
        agents[agent].fare(figures);
    }

    @Override
    public void resume(int agent, boolean interruptible, long now) {
        agents[agent].begin(Deed.GATHER, 20, interruptible, now);
    }

    @Override
    public String state(int agent) {
        return agents[agent].state();
    }
}
