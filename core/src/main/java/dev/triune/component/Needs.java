/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;

/**
 * How an agent fares. All that the reflexes read is here. Everything is 0 to 1 and 1 is well, but
 * for {@link #sleepDrive}, where 1 is desperate. The game writes it; reflexes only read.
 */
public class Needs extends PooledComponent {
    /** 1 is full, 0 is starving. */
    public float hunger = 1;

    /** 1 is rested, 0 is exhausted. */
    public float energy = 1;

    /** Comfort: 1 is comfortable, 0 is freezing, or scorching if {@link #tooHot}. */
    public float temperature = 1;

    /** 1 is unhurt, 0 is dead. */
    public float health = 1;

    /** 0 is wide awake, 1 is desperate for sleep. */
    public float sleepDrive;

    /** Whether a low {@link #temperature} means heat, not cold. */
    public boolean tooHot;

    /** Whether it is time to sleep. */
    public boolean bedtime;

    /** Whether there is a home to flee to. */
    public boolean hasHome;

    /** Whether the game sees the agent in danger. */
    public boolean danger;

    /** Whether the agent is alive. */
    public boolean alive() {
        return health > 0;
    }

    @Override
    protected void reset() {
        hunger = 1;
        energy = 1;
        temperature = 1;
        health = 1;
        sleepDrive = 0;
        tooHot = false;
        bedtime = false;
        hasHome = false;
        danger = false;
    }
}
