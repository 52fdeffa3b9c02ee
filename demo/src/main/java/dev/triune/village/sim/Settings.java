/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.component.Layer;
import dev.triune.llm.config.LayerSettings;
import dev.triune.llm.provider.Misbehaviour;
import dev.triune.llm.provider.wire.Family;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
 * @param providers those of a configuration file; only with {@link Minds#PROVIDERS}
 * @param outage when the offline mind cannot be reached; only with {@link Minds#OFFLINE}
 * @param replay the tape that is replayed; only with {@link Minds#TAPE}
 */
public record Settings(
        long seed,
        int villagers,
        boolean virtualTime,
        Minds minds,
        Misbehaviour misbehaviour,
        @Nullable Model model,
        @Nullable Gateway gateway,
        Decisions decisions,
        @Nullable Configured providers,
        @Nullable Outage outage,
        @Nullable Recorded replay) {
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
        /** The providers of a configuration file. */
        PROVIDERS,
        /** A tape, which says again what was answered when it was recorded. */
        TAPE,
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

    /** Refuses values out of range, what is out of place, and real answers in virtual time. */
    public Settings {
        if (villagers < 1) {
            throw new IllegalArgumentException(villagers + " villagers (expected 1 or more)");
        }
        belongs("a model", model, minds, Minds.MODEL);
        belongs("a gateway", gateway, minds, Minds.GATEWAY);
        belongs("a configuration of providers", providers, minds, Minds.PROVIDERS);
        belongs("a tape", replay, minds, Minds.TAPE);
        if (outage != null && minds != Minds.OFFLINE) {
            throw new IllegalArgumentException(
                    "an outage belongs to Minds.OFFLINE, and only there");
        }
        if (virtualTime && isRemote(minds)) {
            throw new IllegalArgumentException(
                    "a " + minds.name().toLowerCase(Locale.ROOT) + " cannot follow virtual time");
        }
    }

    private static void belongs(String what, @Nullable Object given, Minds minds, Minds whose) {
        if ((given != null) != (minds == whose)) {
            throw new IllegalArgumentException(
                    what + " belongs to Minds." + whose + ", and only there");
        }
    }

    private static boolean isRemote(Minds minds) {
        return minds == Minds.MODEL || minds == Minds.GATEWAY || minds == Minds.PROVIDERS;
    }

    /** A village whose layers are selected by the table. */
    public Settings(
            long seed,
            int villagers,
            boolean virtualTime,
            Minds minds,
            Misbehaviour misbehaviour,
            @Nullable Model model) {
        this(
                seed,
                villagers,
                virtualTime,
                minds,
                misbehaviour,
                model,
                null,
                Decisions.SCHEDULED,
                null,
                null,
                null);
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
                Decisions.SCHEDULED,
                null,
                null,
                null);
    }

    /** A village in real time that asks the providers of a file. */
    public static Settings configured(long seed, int villagers, Configured providers) {
        return new Settings(
                seed,
                villagers,
                false,
                Minds.PROVIDERS,
                Misbehaviour.NONE,
                null,
                null,
                Decisions.SCHEDULED,
                providers,
                null,
                null);
    }

    /** The village of a tape once more. */
    public static Settings replayed(Recorded tape, boolean virtualTime) {
        return new Settings(
                tape.seed(),
                tape.villagers(),
                virtualTime,
                Minds.TAPE,
                Misbehaviour.NONE,
                null,
                null,
                tape.decisions(),
                null,
                null,
                tape);
    }

    /** The same with another misbehaviour. */
    public Settings with(Misbehaviour value) {
        return new Settings(
                seed,
                villagers,
                virtualTime,
                minds,
                value,
                model,
                gateway,
                decisions,
                providers,
                outage,
                replay);
    }

    /** The same with layers selected in that way. */
    public Settings with(Decisions value) {
        return new Settings(
                seed,
                villagers,
                virtualTime,
                minds,
                misbehaviour,
                model,
                gateway,
                value,
                providers,
                outage,
                replay);
    }

    /** The same with an offline mind that is gone for a while. */
    public Settings with(@Nullable Outage value) {
        return new Settings(
                seed,
                villagers,
                virtualTime,
                minds,
                misbehaviour,
                model,
                gateway,
                decisions,
                providers,
                value,
                replay);
    }

    /** The same without a model. */
    public Settings withoutModel() {
        return new Settings(
                seed,
                villagers,
                virtualTime,
                Minds.NONE,
                misbehaviour,
                null,
                null,
                decisions,
                null,
                null,
                null);
    }

    /** Whether villagers ask a model, or did when the tape was recorded. */
    public boolean asksModels() {
        return replay == null ? minds != Minds.NONE : replay.asked();
    }

    /** The models that layers ask who do not ask the default one. */
    Map<Layer, String> modelsOfLayers() {
        Map<Layer, String> models = new EnumMap<>(Layer.class);
        for (Layer layer : Layer.values()) {
            Optional.ofNullable(providers)
                    .map(given -> given.broker().layers().get(layer.label()))
                    .flatMap(LayerSettings::model)
                    .ifPresent(model -> models.put(layer, model));
        }
        return models;
    }

    /** What answers, in words that leave no doubt. */
    public String mind() {
        return switch (minds) {
            case OFFLINE ->
                "offline mind (rules, no language model), chaos "
                        + misbehaviour.name().toLowerCase(Locale.ROOT)
                        + (outage == null ? "" : ", outage " + outage);
            case MODEL -> "model " + model;
            case GATEWAY -> "gateway " + gateway;
            case PROVIDERS -> String.valueOf(providers);
            case TAPE -> String.valueOf(replay);
            case NONE -> "none (reflexes and routine only)";
        };
    }
}
