/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.provider.Misbehaviour;
import dev.triune.llm.provider.wire.Family;
import org.jspecify.annotations.Nullable;

/**
 * What kind of village to run. Immutable.
 *
 * @param seed of every chance in it
 * @param villagers 1 or more
 * @param virtualTime whether time is simulated, as fast as it goes, or real
 * @param minds who answers
 * @param misbehaviour how the offline mind fails
 * @param model the model that answers; only with {@link Minds#MODEL}
 * @param gateway the gateway that is asked; only with {@link Minds#GATEWAY}
 * @param decisions how layers are selected
 */
public record Settings(
        long seed,
        int villagers,
        boolean virtualTime,
        Minds minds,
        Misbehaviour misbehaviour,
        @Nullable Model model,
        @Nullable Gateway gateway,
        Decisions decisions) {
    /** How layers are selected. */
    public enum Decisions {
        /** By the selection table: the one layer that the moment calls for. */
        SCHEDULED,
        /** One layer after the other, as often as their cooldowns let them. */
        SEQUENTIAL
    }

    /** Who answers. */
    public enum Minds {
        /** Rules in the place of a model, behind the same broker. */
        OFFLINE,
        /** A real model. */
        MODEL,
        /** A gateway, which other games may share. */
        GATEWAY,
        /** Nobody: reflexes and routine only. */
        NONE
    }

    /**
     * A real model.
     *
     * @param family the protocol that its server speaks
     * @param url base URL of the server
     * @param name the model's name
     * @param apiKey empty if the server needs none
     */
    public record Model(Family family, String url, String name, String apiKey) {
        /** Hides the key. */
        @Override
        public String toString() {
            return name + " at " + url;
        }
    }

    /**
     * A gateway of Triune.
     *
     * @param url base URL of the gateway
     * @param game the name of this game there
     * @param model the model to ask; empty for the gateway's own choice
     * @param token empty if the gateway needs none
     */
    public record Gateway(String url, String game, String model, String token) {
        /** Hides the token. */
        @Override
        public String toString() {
            return url + " as " + game + (model.isEmpty() ? "" : ", model " + model);
        }
    }

    /** Refuses values out of range, a model out of place, and one in virtual time. */
    public Settings {
        if (villagers < 1) {
            throw new IllegalArgumentException(villagers + " villagers (expected 1 or more)");
        }
        if ((minds == Minds.MODEL) != (model != null)) {
            throw new IllegalArgumentException("a model belongs to Minds.MODEL, and only there");
        }
        if ((minds == Minds.GATEWAY) != (gateway != null)) {
            throw new IllegalArgumentException(
                    "a gateway belongs to Minds.GATEWAY, and only there");
        }
        if (minds == Minds.GATEWAY && virtualTime) {
            throw new IllegalArgumentException("a gateway cannot follow virtual time");
        }
        if (minds == Minds.MODEL && virtualTime) {
            throw new IllegalArgumentException("a model cannot follow virtual time");
        }
    }

    /** A village whose layers are selected by the table. */
    public Settings(
            long seed,
            int villagers,
            boolean virtualTime,
            Minds minds,
            Misbehaviour misbehaviour,
            @Nullable Model model) {
        this(seed, villagers, virtualTime, minds, misbehaviour, model, null, Decisions.SCHEDULED);
    }

    /** Eight villagers with the offline mind in virtual time. */
    public static Settings offline(long seed) {
        return new Settings(seed, 8, true, Minds.OFFLINE, Misbehaviour.NONE, null);
    }

    /** A village in real time that asks a gateway. */
    public static Settings shared(long seed, int villagers, Gateway gateway) {
        return new Settings(
                seed,
                villagers,
                false,
                Minds.GATEWAY,
                Misbehaviour.NONE,
                null,
                gateway,
                Decisions.SCHEDULED);
    }

    /** The same with another misbehaviour. */
    public Settings with(Misbehaviour value) {
        return new Settings(seed, villagers, virtualTime, minds, value, model, gateway, decisions);
    }

    /** The same with layers selected in that way. */
    public Settings with(Decisions value) {
        return new Settings(
                seed, villagers, virtualTime, minds, misbehaviour, model, gateway, value);
    }

    /** The same without a model. */
    public Settings withoutModel() {
        return new Settings(
                seed, villagers, virtualTime, Minds.NONE, misbehaviour, null, null, decisions);
    }
}
