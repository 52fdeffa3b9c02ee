/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.GatewaySettings.QuotaSettings;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.llm.Broker;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The remaining quotas of sessions. Sessions without their own quota share the default quota, so
 * that a made-up name gains nothing. Remaining quotas survive a restart in a file. Broker's thread
 * only, unless documented otherwise.
 */
public final class QuotaLedger {
    /** The name that stands for the default quota. */
    private static final String DEFAULT = "";

    private static final int CHARACTERS_PER_TOKEN = 4;

    private final PriceCatalog prices;
    private final String defaultModel;
    private final @Nullable QuotaFile file;
    private final @Nullable GameKeys keys;

    /** The configured amounts by session; a changed one resets the quota. */
    private final Map<String, BigDecimal> configured = new LinkedHashMap<>();

    /** The quota with which each session began; the broker has the rest. */
    private final Map<String, QuotaSnapshot> started = new TreeMap<>();

    private @Nullable QuotaSnapshot shared;

    private QuotaLedger(
            PriceCatalog prices,
            String defaultModel,
            @Nullable QuotaFile file,
            @Nullable GameKeys keys) {
        this.keys = keys;
        this.prices = prices;
        this.defaultModel = defaultModel;
        this.file = file;
    }

    /**
     * Reads the configured quotas, and their remainders from the file. Any thread.
     *
     * @param keys the keys of games, whose budgets are also quotas; null if there are none
     * @throws IllegalArgumentException if a quota has no price, or the file cannot be used
     */
    public static QuotaLedger open(
            GatewaySettings settings,
            PriceCatalog prices,
            String defaultModel,
            @Nullable GameKeys keys) {
        QuotaSettings quotas = settings.quotas();
        QuotaFile file = quotas.stateFile().map(QuotaFile::new).orElse(null);
        QuotaLedger ledger = new QuotaLedger(prices, defaultModel, file, keys);
        quotas.bySession()
                .forEach((session, start) -> ledger.configure("quotas." + session, session, start));
        quotas.defaultQuota().ifPresent(start -> ledger.configure("default-quota", DEFAULT, start));
        if (file != null) {
            file.read().forEach(ledger::restore);
        }
        return ledger;
    }

    private void configure(String setting, String session, InitialQuota start) {
        String model = start.model().isEmpty() ? defaultModel : start.model();
        TokenPrices weights = prices.pricesFor(model);
        if (weights.input().signum() == 0 && weights.output().signum() == 0) {
            throw new IllegalArgumentException("gateway." + setting + ": model \"" + model
                    + "\" has no price, so that the quota would be without end (add it to prices)");
        }
        configured.put(session, start.remaining());
        String name = session.equals(DEFAULT) ? "default" : session;
        started.put(session, new QuotaSnapshot(name, start.remaining(), weights, start.window()));
    }

    private void restore(String session, QuotaFile.Entry saved) {
        QuotaSnapshot startedWith = started.get(session);
        boolean set = startedWith == null && saved.start().isEmpty();
        boolean unchanged = startedWith != null
                && saved.start()
                        .filter(start -> start.compareTo(startedWith.remaining()) == 0
                                && saved.quota().window().equals(startedWith.window()))
                        .isPresent();
        if (set || unchanged) {
            started.put(session, saved.quota());
        }
    }

    /** Enables the quotas of the sessions. */
    void start(Broker broker) {
        shared = started.remove(DEFAULT);
        started.values().forEach(broker::enableQuota);
    }

    void set(Broker broker, QuotaSnapshot quota) {
        broker.enableQuota(quota);
        started.put(quota.tenant(), quota);
    }

    /** Returns the remaining quota of a session; empty if there is no limit. */
    Optional<QuotaSnapshot> of(Broker broker, String session) {
        return broker.quota(session).or(() -> Optional.ofNullable(shared));
    }

    /** Returns why a request must not be sent; null if it may. */
    @Nullable
    Problem refusal(Broker broker, Request<?> request) {
        Problem ofKey =
                keys == null || request.endpoint().isPresent() ? null : refusal(keys, request);
        if (ofKey != null) {
            return ofKey;
        }
        boolean notCharged = request.endpoint().isPresent() // at the client's own expense
                || of(broker, request.tenant())
                        .filter(quota -> quota.remaining().signum() == 0)
                        .isEmpty();
        return notCharged
                ? null
                : Problem.of(
                        ErrorCode.QUOTA_EXHAUSTED,
                        "the quota of the session is used up (the operator can raise it)");
    }

    private @Nullable Problem refusal(GameKeys known, Request<?> request) {
        String model = request.model().isEmpty() ? defaultModel : request.model();
        if (!known.allows(request.tenant(), model)) {
            return Problem.of(
                    ErrorCode.FORBIDDEN, "the key of the game does not allow model " + model);
        }
        return known.exhausted(request.tenant())
                .map(budget -> Problem.of(
                        ErrorCode.QUOTA_EXHAUSTED,
                        "the budget " + budget + " of the game's key is used up, or reserved by"
                                + " its calls in flight"))
                .orElse(null);
    }

    /**
     * Charges the default quota, if the session has no own quota, which the broker charges.
     *
     * @param provider the called provider; empty if there was no call
     * @param model the called model
     * @return the cost of the request in USD; zero at the client's own expense
     */
    BigDecimal charge(
            Broker broker, Request<?> request, String provider, String model, Usage usage) {
        if (request.endpoint().isPresent()) {
            return BigDecimal.ZERO;
        }
        QuotaSnapshot before = shared;
        BigDecimal cost = cost(provider, model, usage);
        if (keys != null) {
            keys.charge(request.tenant(), cost, usage.total());
        }
        if (before != null && broker.quota(request.tenant()).isEmpty()) {
            BigDecimal balance = before.remaining().subtract(cost).max(BigDecimal.ZERO);
            shared = new QuotaSnapshot(before.tenant(), balance, before.prices(), before.window());
        }
        return cost;
    }

    private BigDecimal cost(String provider, String model, Usage usage) {
        TokenPrices unlisted = shared == null ? prices.pricesFor(model) : shared.prices();
        return prices.find(provider, model).orElse(unlisted).cost(usage);
    }

    /**
     * Reserves what a call may use, with the longest answer, in the budget of its game's key.
     *
     * @return an action that releases it, once
     */
    Runnable reserve(Request<?> request, String provider, String model) {
        if (keys == null || request.endpoint().isPresent()) {
            return () -> {};
        }
        int characters = request.prompt().render().map(Prompt::length).orElse(0);
        Usage most = new Usage(characters / CHARACTERS_PER_TOKEN, 0, 0, request.maxTokens());
        return keys.reserve(request.tenant(), cost(provider, model, most), most.total());
    }

    /** Records the remaining quotas, to be saved. */
    void updateQuotas(Broker broker) {
        if (file == null) {
            return;
        }
        Map<String, QuotaFile.Entry> entries = new TreeMap<>();
        started.keySet()
                .forEach(session -> broker.quota(session)
                        .ifPresent(quota -> entries.put(session, entry(session, quota))));
        if (shared != null) {
            entries.put(DEFAULT, entry(DEFAULT, shared));
        }
        file.updateQuotas(entries);
    }

    private QuotaFile.Entry entry(String session, QuotaSnapshot quota) {
        return new QuotaFile.Entry(quota, Optional.ofNullable(configured.get(session)));
    }

    /** Saves the last recorded quotas, if they changed. Any thread, one at a time; blocks. */
    void save() {
        if (file != null) {
            file.save();
        }
        if (keys != null) {
            keys.maintain();
        }
    }
}
