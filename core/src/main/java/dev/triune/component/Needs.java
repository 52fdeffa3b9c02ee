/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;

/**
 * The needs of an agent, which reflexes read. Each is 0 to 1, where 1 is well, except {@link
 * #sleepDrive}, where 1 is desperate. The game sets them.
 *
 * <p>Figures below 0 count as 0, figures above 1 as 1: in a game that counts from 0 to 100, agents
 * never feel a need. The log warns of such figures and of those that are not a number, whose
 * reflexes end.
 */
@Fluid(exclude = true)
public class Needs extends Component {
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

    /** Whether the agent is alive, also if its health is not a number. */
    public boolean alive() {
        return !(health <= 0); // false for NaN
    }
}
