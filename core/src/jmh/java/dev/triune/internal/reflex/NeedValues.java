/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import java.util.SplittableRandom;

/** The needs of an agent, passed from the scenario to a herd: the values of {@code Needs}. */
final class NeedValues {
    private static final int KINDS = 11;

    /** The same as in {@code Needs}. */
    float hunger;

    /** The same as in {@code Needs}. */
    float energy;

    /** The same as in {@code Needs}. */
    float temperature;

    /** The same as in {@code Needs}. */
    float health;

    /** The same as in {@code Needs}. */
    float sleepDrive;

    /** The same as in {@code Needs}. */
    boolean tooHot;

    /** The same as in {@code Needs}. */
    boolean bedtime;

    /** The same as in {@code Needs}. */
    boolean hasHome;

    /** The same as in {@code Needs}. */
    boolean danger;

    /** Returns a pseudo-random number that depends only on an agent and a purpose. */
    static long hash(int agent, int purpose) {
        long mixed = (agent * 64L + purpose) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return (mixed ^ (mixed >>> 32)) >>> 1;
    }

    private static float part(int agent, int purpose) {
        return (hash(agent, purpose) & 0xFFFF) / 65536f;
    }

    /** Sets values at which no need begins, though some would keep an active need active. */
    NeedValues ordinary(int agent) {
        tooHot = hash(agent, 1) % 2 == 0;
        bedtime = hash(agent, 2) % 4 == 0;
        hasHome = hash(agent, 3) % 2 == 0;
        danger = false;
        hunger = 0.61f + 0.39f * part(agent, 4);
        energy = 0.16f + 0.84f * part(agent, 5);
        temperature = 0.21f + 0.79f * part(agent, 6);
        health = 0.31f + 0.69f * part(agent, 7);
        sleepDrive = (bedtime ? 0.49f : 0.69f) * part(agent, 8);
        return this;
    }

    /** Sets values at which every need ends. */
    NeedValues well(int agent) {
        ordinary(agent);
        hunger = 0.95f;
        energy = 0.95f;
        temperature = 0.95f;
        health = 0.95f;
        sleepDrive = 0.05f;
        return this;
    }

    /**
     * Makes one need of the table begin, always the same for an agent; for one in four also a
     * second.
     */
    NeedValues needy(int agent) {
        ordinary(agent);
        startNeed(hash(agent, 9) % KINDS);
        if (hash(agent, 10) % 4 == 0) {
            startNeed(hash(agent, 11) % KINDS);
        }
        return this;
    }

    private void startNeed(long kind) {
        switch ((int) kind) {
            case 0 -> energy = 0;
            case 1 -> sleepDrive = 0.9f;
            case 2 -> danger = true;
            case 3 -> discomfort(false);
            case 4 -> discomfort(true);
            case 5 -> {
                health = 0.2f;
                hasHome = true;
            }
            case 6 -> energy = 0.1f;
            case 7 -> hunger = 0.05f;
            case 8 -> {
                bedtime = true;
                sleepDrive = 0.6f;
            }
            case 9 -> hunger = 0.5f;
            default -> sleepDrive = 0.75f;
        }
    }

    private void discomfort(boolean heat) {
        temperature = 0.1f;
        tooHot = heat;
    }

    /** Sets random values, including thresholds and NaN. */
    NeedValues random(SplittableRandom random) {
        hunger = randomValue(random);
        energy = randomValue(random);
        temperature = randomValue(random);
        float drawn = randomValue(random);
        health = drawn > 0 ? drawn : 0.01f; // the dead have no reflexes
        sleepDrive = randomValue(random);
        tooHot = random.nextBoolean();
        bedtime = random.nextInt(4) == 0;
        hasHome = random.nextBoolean();
        danger = random.nextInt(10) == 0;
        return this;
    }

    private static float randomValue(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> random.nextInt(21) / 20f; // at thresholds
            case 1 -> random.nextInt(10) == 0 ? Float.NaN : -0.5f;
            case 2, 3, 4, 5, 6 -> random.nextInt(2) == 0 ? 0.9f : 0.05f;
            default -> (float) random.nextDouble();
        };
    }
}
