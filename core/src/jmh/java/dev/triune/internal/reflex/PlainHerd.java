/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

/** The lower bound: an array of plain objects and a loop that contains the rules. */
public final class PlainHerd implements Herd {
    private final Agent[] agents;
    private long tick;

    public PlainHerd(int size, boolean shuffled) {
        agents = ShuffledObjects.agents(size, shuffled, Agent[]::new, Agent::new);
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
            if (a.activity != Activity.GATHER) {
                decide(a, TriggerRows.pastime(a.activity, now - a.since), now);
            }
            return;
        }
        int needs = TriggerRows.needs(
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
        decide(a, needs | TriggerRows.pastime(a.activity, now - a.since), now);
    }

    private static boolean well(Agent a) {
        return TriggerRows.well(
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
        boolean inReflex = a.activity.reflex();
        if (rows == 0) {
            if (inReflex) {
                a.end(now);
            }
            return;
        }
        int place = TriggerRows.first(rows);
        int causes = rows & TriggerRows.of(a.activity);
        if (causes != 0) {
            int cause = TriggerRows.first(causes);
            a.priority = TriggerRows.priority(cause);
            a.interruptible = TriggerRows.interruptible(cause);
        }
        boolean over = inReflex && causes == 0;
        if (over || (a.interruptible && TriggerRows.priority(place) > a.priority)) {
            a.begin(
                    TriggerRows.activity(place),
                    TriggerRows.priority(place),
                    TriggerRows.interruptible(place),
                    now);
        }
    }

    @Override
    public void start(int agent, Activity activity, boolean interruptible, long since) {
        agents[agent].start(activity, interruptible, since);
    }

    @Override
    public void setNeeds(int agent, NeedValues values) {
        agents[agent].setNeeds(values);
    }

    @Override
    public void resume(int agent, boolean interruptible, long now) {
        agents[agent].begin(Activity.GATHER, 20, interruptible, now);
    }

    @Override
    public String state(int agent) {
        return agents[agent].state();
    }
}
