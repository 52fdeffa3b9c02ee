/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import java.util.Arrays;

/** A second lower bound: no objects, but an array for each field. */
public final class ColumnHerd implements Herd {
    private final float[] hunger;
    private final float[] energy;
    private final float[] temperature;
    private final float[] health;
    private final float[] sleepDrive;
    private final boolean[] tooHot;
    private final boolean[] bedtime;
    private final boolean[] hasHome;
    private final boolean[] danger;
    private final boolean[] interruptible;
    private final boolean[] completed;
    private final Activity[] activity;
    private final int[] priority;
    private final int[] generation;
    private final int[] latched;
    private final long[] since;
    private long tick;

    public ColumnHerd(int size) {
        hunger = new float[size];
        energy = new float[size];
        temperature = new float[size];
        health = new float[size];
        sleepDrive = new float[size];
        tooHot = new boolean[size];
        bedtime = new boolean[size];
        hasHome = new boolean[size];
        danger = new boolean[size];
        interruptible = new boolean[size];
        completed = new boolean[size];
        activity = new Activity[size];
        priority = new int[size];
        generation = new int[size];
        latched = new int[size];
        since = new long[size];
        Arrays.fill(activity, Activity.IDLE);
        Arrays.fill(interruptible, true);
        System.gc();
    }

    @Override
    public void pass() {
        long now = ++tick;
        for (int i = 0; i < latched.length; i++) {
            react(i, now);
        }
    }

    private void react(int i, long now) {
        if (latched[i] == 0 && well(i)) {
            if (activity[i] != Activity.GATHER) {
                decide(i, TriggerRows.pastime(activity[i], now - since[i]), now);
            }
            return;
        }
        int needs = TriggerRows.needs(
                latched[i],
                hunger[i],
                energy[i],
                temperature[i],
                health[i],
                sleepDrive[i],
                tooHot[i],
                bedtime[i],
                hasHome[i],
                danger[i]);
        latched[i] = needs;
        decide(i, needs | TriggerRows.pastime(activity[i], now - since[i]), now);
    }

    private boolean well(int i) {
        return TriggerRows.well(
                hunger[i],
                energy[i],
                temperature[i],
                health[i],
                sleepDrive[i],
                bedtime[i],
                hasHome[i],
                danger[i]);
    }

    private void decide(int i, int rows, long now) {
        boolean inReflex = activity[i].reflex();
        if (rows == 0) {
            if (inReflex) {
                boolean wasNeed = !activity[i].pastime();
                begin(i, Activity.IDLE, 0, true, now);
                completed[i] = wasNeed;
            }
            return;
        }
        int place = TriggerRows.first(rows);
        int causes = rows & TriggerRows.of(activity[i]);
        if (causes != 0) {
            int cause = TriggerRows.first(causes);
            priority[i] = TriggerRows.priority(cause);
            interruptible[i] = TriggerRows.interruptible(cause);
        }
        boolean over = inReflex && causes == 0;
        if (over || (interruptible[i] && TriggerRows.priority(place) > priority[i])) {
            begin(
                    i,
                    TriggerRows.activity(place),
                    TriggerRows.priority(place),
                    TriggerRows.interruptible(place),
                    now);
        }
    }

    private void begin(int i, Activity what, int rank, boolean mayBeInterrupted, long now) {
        activity[i] = what;
        priority[i] = rank;
        interruptible[i] = mayBeInterrupted;
        completed[i] = false;
        since[i] = now;
        generation[i]++;
    }

    @Override
    public void start(int agent, Activity what, boolean mayBeInterrupted, long begun) {
        activity[agent] = what;
        priority[agent] = Agent.startPriority(what);
        interruptible[agent] = mayBeInterrupted;
        since[agent] = begun;
    }

    @Override
    public void setNeeds(int agent, NeedValues values) {
        hunger[agent] = values.hunger;
        energy[agent] = values.energy;
        temperature[agent] = values.temperature;
        health[agent] = values.health;
        sleepDrive[agent] = values.sleepDrive;
        tooHot[agent] = values.tooHot;
        bedtime[agent] = values.bedtime;
        hasHome[agent] = values.hasHome;
        danger[agent] = values.danger;
    }

    @Override
    public void resume(int agent, boolean mayBeInterrupted, long now) {
        begin(agent, Activity.GATHER, 20, mayBeInterrupted, now);
    }

    @Override
    public String state(int agent) {
        return Herd.state(
                activity[agent].title,
                priority[agent],
                interruptible[agent],
                completed[agent],
                since[agent],
                generation[agent],
                latched[agent]);
    }
}
