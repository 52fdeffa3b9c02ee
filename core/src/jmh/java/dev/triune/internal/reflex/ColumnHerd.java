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
    private final Deed[] deed;
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
        deed = new Deed[size];
        priority = new int[size];
        generation = new int[size];
        latched = new int[size];
        since = new long[size];
        Arrays.fill(deed, Deed.IDLE);
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
            if (deed[i] != Deed.GATHER) {
                decide(i, Rows.pastime(deed[i], now - since[i]), now);
            }
            return;
        }
        int needs = Rows.needs(
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
        decide(i, needs | Rows.pastime(deed[i], now - since[i]), now);
    }

    private boolean well(int i) {
        return Rows.well(
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
        boolean inReflex = deed[i].reflex();
        if (rows == 0) {
            if (inReflex) {
                boolean wasNeed = !deed[i].pastime();
                begin(i, Deed.IDLE, 0, true, now);
                completed[i] = wasNeed;
            }
            return;
        }
        int place = Rows.first(rows);
        int causes = rows & Rows.of(deed[i]);
        if (causes != 0) {
            int cause = Rows.first(causes);
            priority[i] = Rows.priority(cause);
            interruptible[i] = Rows.interruptible(cause);
        }
        boolean over = inReflex && causes == 0;
        if (over || (interruptible[i] && Rows.priority(place) > priority[i])) {
            begin(i, Rows.deed(place), Rows.priority(place), Rows.interruptible(place), now);
        }
    }

    private void begin(int i, Deed what, int rank, boolean mayBeInterrupted, long now) {
        deed[i] = what;
        priority[i] = rank;
        interruptible[i] = mayBeInterrupted;
        completed[i] = false;
        since[i] = now;
        generation[i]++;
    }

    @Override
    public void start(int agent, Deed what, boolean mayBeInterrupted, long begun) {
        deed[agent] = what;
        priority[agent] = Agent.startPriority(what);
        interruptible[agent] = mayBeInterrupted;
        since[agent] = begun;
    }

    @Override
    public void fare(int agent, Figures figures) {
        hunger[agent] = figures.hunger;
        energy[agent] = figures.energy;
        temperature[agent] = figures.temperature;
        health[agent] = figures.health;
        sleepDrive[agent] = figures.sleepDrive;
        tooHot[agent] = figures.tooHot;
        bedtime[agent] = figures.bedtime;
        hasHome[agent] = figures.hasHome;
        danger[agent] = figures.danger;
    }

    @Override
    public void resume(int agent, boolean mayBeInterrupted, long now) {
        begin(agent, Deed.GATHER, 20, mayBeInterrupted, now);
    }

    @Override
    public String state(int agent) {
        return Herd.state(
                deed[agent].title,
                priority[agent],
                interruptible[agent],
                completed[agent],
                since[agent],
                generation[agent],
                latched[agent]);
    }
}
