/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.engine.KnownProviders;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.engine.ProviderSettings.Batching;
import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.provider.http.HttpProviderBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads one provider. One with a well-known name begins with the usual settings of it, which each
 * key of the file overrides.
 */
final class ProviderReader {
    private static final int MOST = 10_000;
    private static final int ANY = Integer.MAX_VALUE;
    private static final Duration DAY = Duration.ofDays(1);
    private static final String NO_MODEL = "?";

    private final ConnectionReader connections;
    private final Set<String> configured;
    private final Optional<String> defaultModel;
    private final int queueLimit;

    ProviderReader(
            ConnectionReader connections,
            Set<String> configured,
            Optional<String> defaultModel,
            int queueLimit) {
        this.connections = connections;
        this.configured = configured;
        this.defaultModel = defaultModel;
        this.queueLimit = queueLimit;
    }

    /** The provider, or nothing if too much of it is wrong. */
    Optional<ProviderConfig> read(String name, Value value) {
        if (!value.checkMapping()) {
            return Optional.empty();
        }
        Section section = value.section(Keys.PROVIDER);
        Optional<Connection> connection = connections.read(name, section);
        boolean gateway = connection.map(Connection::isGateway).orElse(false);
        Optional<ProviderSettings> settings = settings(name, section, gateway);
        return settings.flatMap(how -> connection.map(at -> new ProviderConfig(how, at)));
    }

    private Optional<ProviderSettings> settings(String name, Section section, boolean gateway) {
        Optional<ProviderSettings> known = KnownProviders.named(name);
        ProviderSettings usual = known.orElseGet(() -> ProviderSettings.of(name, NO_MODEL));
        List<String> models = section.get("models").map(Value::texts).orElse(usual.models());
        ProviderSettings settings = ProviderSettings.of(
                        name, model(section, known, models, gateway))
                .withModels(models.toArray(String[]::new))
                .withModelFallback(section.texts("model-fallback").toArray(String[]::new))
                .withPermits(section.whole(
                        "permits", 1, HttpProviderBuilder.MAX_PERMITS, usual.permits()))
                .withQueueLimit(section.whole("queue", 1, MOST, queueLimit))
                .withLimitsPerModel(section.flag("limits-per-model", usual.limitsPerModel()))
                .withAdaptivePermits(section.whole("adaptive", 0, MOST, usual.cleanStretch()))
                .withLongestWait(section.duration("longest-wait", DAY, usual.longestWait()));
        return limits(section, usual.limits())
                .map(settings::withLimits)
                .map(made -> withFallback(made, section, usual))
                .map(made -> withBatching(made, section));
    }

    /** A gateway has a default model of its own, which goes by no name here. */
    private String model(
            Section section,
            Optional<ProviderSettings> known,
            List<String> models,
            boolean gateway) {
        Optional<Value> given = section.get("model");
        if (given.isPresent()) {
            return given.flatMap(Value::text).orElse(NO_MODEL);
        }
        return known.map(ProviderSettings::model)
                .or(() -> models.stream().findFirst())
                .or(() -> defaultModel)
                .or(() -> gateway ? Optional.of("") : Optional.empty())
                .orElseGet(() -> {
                    section.at()
                            .problem("has no model (expected model and a name, or"
                                    + " default-model at the top)");
                    return NO_MODEL;
                });
    }

    private static Optional<Limits> limits(Section section, Limits usual) {
        int perSecond = section.whole("rps", 1, ANY, usual.perSecond());
        int perMinute = section.whole("rpm", 1, ANY, usual.perMinute());
        int perDay = section.whole("rpd", 1, ANY, usual.perDay());
        int tokens = section.whole("tpm", 1, ANY, usual.tokensPerMinute());
        int burst = section.whole("burst", 1, ANY, usual.burst());
        boolean counts = section.flag("counts-max-tokens", usual.countsMaxTokens());
        return section.at()
                .guard(() -> new Limits(perSecond, perMinute, perDay, tokens, burst, counts));
    }

    private ProviderSettings withFallback(
            ProviderSettings settings, Section section, ProviderSettings usual) {
        return section.get("fallback")
                .map(value -> names(value, configured))
                .or(usual::fallback)
                .map(names -> settings.withFallback(names.toArray(String[]::new)))
                .orElse(settings);
    }

    /** Providers to fall back to: configured ones, or well-known ones that may come yet. */
    static List<String> names(Value list, Set<String> configured) {
        return list.items().stream()
                .flatMap(item -> item.text().stream()
                        .filter(name -> KnownProviders.named(name).isPresent()
                                || item.nameAmong("a configured provider", configured)
                                        .isPresent()))
                .toList();
    }

    private static ProviderSettings withBatching(ProviderSettings settings, Section section) {
        return section.get("batching")
                .map(value -> value.section(Keys.BATCHING))
                .map(batch -> settings.withBatching(new Batching(
                        batch.whole("most", 1, MOST, Batching.DEFAULT.most()),
                        batch.whole("credits", 1, ANY, Batching.DEFAULT.credits()),
                        batch.whole("per-second", 1, ANY, Batching.DEFAULT.creditsPerSecond()))))
                .orElse(settings);
    }
}
