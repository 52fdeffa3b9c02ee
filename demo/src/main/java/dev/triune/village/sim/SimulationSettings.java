/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.component.Layer;
import dev.triune.llm.internal.config.LayerOverrides;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.FaultMode;
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
 * @param model the model that answers; only with {@link MindSource#MODEL}
 * @param gateway the gateway that is asked; only with {@link MindSource#GATEWAY}
 * @param decisions how layers are selected
 * @param providers those of a configuration file; only with {@link MindSource#PROVIDERS}
 * @param outage when the offline mind cannot be reached; only with {@link MindSource#OFFLINE}
 * @param replay the tape that is replayed; only with {@link MindSource#TAPE}
 */
public record SimulationSettings(
        long seed,
        int villagers,
        boolean virtualTime,
        MindSource minds,
        FaultMode misbehaviour,
        @Nullable ModelTarget model,
        @Nullable GatewayTarget gateway,
        DecisionMode decisions,
        @Nullable ConfiguredProviders providers,
        @Nullable Outage outage,
        @Nullable VillageTape replay) {
    /** How layers are selected. */
    public enum DecisionMode {
        /** By the selection table: the one layer that the moment calls for. */
        SCHEDULED,
        /** One layer after the other, as often as their cooldowns let them. */
        SEQUENTIAL
    }

    /** Who answers. */
    public enum MindSource {
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
    public record ModelTarget(ApiFamily family, String url, String name, String apiKey) {
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
    public record GatewayTarget(String url, String game, String model, String token) {
        /** Hides the token. */
        @Override
        public String toString() {
            return url + " as " + game + (model.isEmpty() ? "" : ", model " + model);
        }
    }

    /** Refuses values out of range, what is out of place, and real answers in virtual time. */
    public SimulationSettings {
        if (villagers < 1) {
            throw new IllegalArgumentException(villagers + " villagers (expected 1 or more)");
        }
        requireOnlyFor("a model", model, minds, MindSource.MODEL);
        requireOnlyFor("a gateway", gateway, minds, MindSource.GATEWAY);
        requireOnlyFor("a configuration of providers", providers, minds, MindSource.PROVIDERS);
        requireOnlyFor("a tape", replay, minds, MindSource.TAPE);
        if (outage != null && minds != MindSource.OFFLINE) {
            throw new IllegalArgumentException(
                    "an outage belongs to Minds.OFFLINE, and only there");
        }
        if (virtualTime && isRemote(minds)) {
            throw new IllegalArgumentException(
                    "a " + minds.name().toLowerCase(Locale.ROOT) + " cannot follow virtual time");
        }
    }

    private static void requireOnlyFor(
            String what, @Nullable Object given, MindSource mindSource, MindSource whose) {
        if ((given != null) != (mindSource == whose)) {
            throw new IllegalArgumentException(
                    what + " belongs to Minds." + whose + ", and only there");
        }
    }

    private static boolean isRemote(MindSource mindSource) {
        return mindSource == MindSource.MODEL
                || mindSource == MindSource.GATEWAY
                || mindSource == MindSource.PROVIDERS;
    }

    /** A village whose layers are selected by the table. */
    public SimulationSettings(
            long seed,
            int villagers,
            boolean virtualTime,
            MindSource mindSource,
            FaultMode faultMode,
            @Nullable ModelTarget modelTarget) {
        this(
                seed,
                villagers,
                virtualTime,
                mindSource,
                faultMode,
                modelTarget,
                null,
                DecisionMode.SCHEDULED,
                null,
                null,
                null);
    }

    /** Eight villagers with the offline mind in virtual time. */
    public static SimulationSettings offline(long seed) {
        return new SimulationSettings(seed, 8, true, MindSource.OFFLINE, FaultMode.NONE, null);
    }

    /** A village in real time that asks a gateway. */
    public static SimulationSettings shared(long seed, int villagers, GatewayTarget gatewayTarget) {
        return new SimulationSettings(
                seed,
                villagers,
                false,
                MindSource.GATEWAY,
                FaultMode.NONE,
                null,
                gatewayTarget,
                DecisionMode.SCHEDULED,
                null,
                null,
                null);
    }

    /** A village in real time that asks the providers of a file. */
    public static SimulationSettings configured(
            long seed, int villagers, ConfiguredProviders providers) {
        return new SimulationSettings(
                seed,
                villagers,
                false,
                MindSource.PROVIDERS,
                FaultMode.NONE,
                null,
                null,
                DecisionMode.SCHEDULED,
                providers,
                null,
                null);
    }

    /** The village of a tape once more. */
    public static SimulationSettings replayed(VillageTape tape, boolean virtualTime) {
        return new SimulationSettings(
                tape.seed(),
                tape.villagers(),
                virtualTime,
                MindSource.TAPE,
                FaultMode.NONE,
                null,
                null,
                tape.decisions(),
                null,
                null,
                tape);
    }

    /** The same with another misbehaviour. */
    public SimulationSettings with(FaultMode value) {
        return new SimulationSettings(
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
    public SimulationSettings with(DecisionMode value) {
        return new SimulationSettings(
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
    public SimulationSettings with(@Nullable Outage value) {
        return new SimulationSettings(
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
    public SimulationSettings withoutModel() {
        return new SimulationSettings(
                seed,
                villagers,
                virtualTime,
                MindSource.NONE,
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
        return replay == null ? minds != MindSource.NONE : replay.asksModels();
    }

    /** The models that layers ask who do not ask the default one. */
    Map<Layer, String> modelsOfLayers() {
        Map<Layer, String> models = new EnumMap<>(Layer.class);
        for (Layer layer : Layer.values()) {
            Optional.ofNullable(providers)
                    .map(given -> given.broker().layers().get(layer.label()))
                    .flatMap(LayerOverrides::model)
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
