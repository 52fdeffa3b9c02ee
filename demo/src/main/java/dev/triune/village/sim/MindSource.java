/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerBuilder.ModelProblem;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.system.MindPlugin;
import dev.triune.village.sim.VillageBrokers.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The source of a village's answers. Immutable. {@code toString} describes it for people, without
 * keys and tokens.
 */
public interface MindSource {
    /** Opens a broker for a village whose minds have this source. */
    Broker open(Connection connection);

    /** Returns what records or replays the village of a broker; nothing by default. */
    default Transcript transcript(Broker broker) {
        return Transcript.NONE;
    }

    /** Returns whether villagers call a model, or did when the tape was recorded. */
    default boolean asksModels() {
        return true;
    }

    /** Returns whether a model answers, which takes real time. */
    default boolean isRemote() {
        return false;
    }

    /** Returns whether virtual time can wait for its answers, as no limits count real time. */
    default boolean isAwaitable() {
        return !isRemote();
    }

    /** Applies its settings of the layers of minds. */
    default void configure(MindPlugin minds) {}

    /**
     * Compares the models it names with those that its servers offer. Never blocks.
     *
     * @return the problems; empty for minds without a server
     */
    default CompletableFuture<List<ModelProblem>> checkModels() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Opens providers to check their models, and closes them. */
    private static CompletableFuture<List<ModelProblem>> check(BrokerBuilder builder) {
        Broker opened = builder.build();
        return builder.checkModels().whenComplete((problems, failure) -> opened.close());
    }

    /** Describes the source of answers; for a tape, the source when it was recorded. */
    default String mind() {
        return toString();
    }

    /**
     * Rules in place of a model, behind the same broker.
     *
     * @param misbehaviour how the offline mind fails
     * @param outage the period in which it cannot be reached; null for none
     * @param latency the longest time until an answer begins, zero or more
     */
    record Offline(FaultMode misbehaviour, @Nullable Outage outage, Duration latency)
            implements MindSource {
        private static final Duration USUAL_LATENCY = Duration.ofMillis(1200);

        /** An offline mind that always answers and never fails. */
        public static final Offline RELIABLE = new Offline(FaultMode.NONE);

        /** Creates an offline mind without an outage. */
        public Offline(FaultMode misbehaviour) {
            this(misbehaviour, null);
        }

        /** Creates an offline mind with the latency of a fast model, 0.3 to 1.2 s. */
        public Offline(FaultMode misbehaviour, @Nullable Outage outage) {
            this(misbehaviour, outage, USUAL_LATENCY);
        }

        @Override
        public Broker open(Connection connection) {
            return new VillageBrokers(connection).offline(this);
        }

        @Override
        public String toString() {
            return "offline mind (rules, no language model)"
                    + (misbehaviour == FaultMode.NONE
                            ? ""
                            : ", chaos " + misbehaviour.name().toLowerCase(Locale.ROOT))
                    + (outage == null ? "" : ", outage " + outage)
                    + (latency.equals(USUAL_LATENCY)
                            ? ""
                            : ", latency " + latency.toMillis() + " ms");
        }
    }

    /**
     * A real model.
     *
     * @param family the protocol that its server speaks
     * @param url base URL of the server
     * @param name the model's name
     * @param apiKey empty if the server needs none
     */
    record Model(ApiFamily family, String url, String name, String apiKey) implements MindSource {
        @Override
        public Broker open(Connection connection) {
            return new VillageBrokers(connection).model(this);
        }

        @Override
        public boolean isRemote() {
            return true;
        }

        @Override
        public CompletableFuture<List<ModelProblem>> checkModels() {
            return check(new BrokerBuilder()
                    .provider(ProviderSettings.of(url, name), provider().build()));
        }

        /** Describes its server. */
        HttpProvider.Builder provider() {
            HttpProvider.Builder provider = HttpProvider.builder(family, url);
            return apiKey.isEmpty() ? provider : provider.apiKey(apiKey);
        }

        @Override
        public String toString() {
            return "model " + name + " at " + url;
        }
    }

    /**
     * A gateway, which other games may share.
     *
     * @param url base URL of the gateway
     * @param game the name of this game there
     * @param model the requested model; empty for the gateway's choice
     * @param token empty if the gateway needs none
     */
    record Gateway(String url, String game, String model, String token) implements MindSource {
        @Override
        public Broker open(Connection connection) {
            return new VillageBrokers(connection).gateway(this);
        }

        @Override
        public boolean isRemote() {
            return true;
        }

        @Override
        public String toString() {
            return "gateway " + url + " as " + game + (model.isEmpty() ? "" : ", model " + model);
        }
    }

    /**
     * The providers that a configuration file names.
     *
     * @param file the file's name, for people
     * @param broker the broker's settings in it, keys included
     */
    record Providers(String file, BrokerConfig broker) implements MindSource {
        @Override
        public Broker open(Connection connection) {
            return new VillageBrokers(connection).providers(this);
        }

        @Override
        public boolean isRemote() {
            return true;
        }

        /** Only if each is a model in this process. */
        @Override
        public boolean isAwaitable() {
            return broker.providers().stream()
                    .allMatch(provider -> provider.protocol().equals("local"));
        }

        @Override
        public CompletableFuture<List<ModelProblem>> checkModels() {
            return check(broker.builder());
        }

        @Override
        public void configure(MindPlugin minds) {
            minds.layers(broker);
        }

        @Override
        public String toString() {
            return "providers of " + file + ": "
                    + broker.providers().stream()
                            .map(provider -> provider.name() + inBrackets(provider.model()))
                            .collect(Collectors.joining(", "));
        }

        private static String inBrackets(String model) {
            return model.isEmpty() ? "" : " (" + model + ")";
        }
    }

    /** No source: villagers live by reflexes and routine only. */
    record None() implements MindSource {
        @Override
        public Broker open(Connection connection) { // never used
            return Offline.RELIABLE.open(connection);
        }

        @Override
        public boolean asksModels() {
            return false;
        }

        @Override
        public String toString() {
            return "none (reflexes and routine only)";
        }
    }
}
