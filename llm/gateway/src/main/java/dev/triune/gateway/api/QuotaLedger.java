/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.GatewaySettings.QuotaSettings;
import dev.triune.gateway.api.Spending.Limit;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.keys.FileClaim;
import dev.triune.gateway.keys.GameKey;
import dev.triune.gateway.keys.GameKeys;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.SharedLimits.Told;
import dev.triune.llm.Usage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The budgets of keys and the remaining quotas of sessions. What is admitted is reserved: a call is
 * sent only if its prompt and its longest answer fit into what is left and not reserved by others;
 * its answer is trimmed to that; at its end it is charged what it used, at most what was reserved.
 * Sessions without their own quota share the default quota, so
 * that a made-up name gains nothing. Remaining quotas survive a restart in a file. Broker's thread
 * only, unless documented otherwise.
 */
public final class QuotaLedger {
    /** The name that stands for the default quota. */
    private static final String DEFAULT = "";

    private static final Logger LOG = System.getLogger(QuotaLedger.class.getName());
    private static final BigDecimal NONE = BigDecimal.ZERO;
    private static final TokenPrices NO_PRICE = TokenPrices.of("0", "0", "0");

    /** How long Redis keeps what was spent since it last changed. */
    private static final Duration LIFE_OF_BUDGET = Duration.ofDays(33);

    private static final Duration LIFE_OF_QUOTA = Duration.ofDays(400);

    /** Before the session in the names of lines that gateways tell each other. */
    private static final String TOLD = "quota ";

    private PriceCatalog prices;
    private List<String> providers;
    private String defaultModel;
    private final @Nullable QuotaFile file;
    private final @Nullable GameKeys keys;
    private final SharedSpending sharing;

    /** The configured amounts by session; a changed one resets the quota. */
    private final Map<String, BigDecimal> configured = new LinkedHashMap<>();

    /** The quota with which each session began; the broker has the rest. */
    private final Map<String, QuotaSnapshot> started = new TreeMap<>();

    private @Nullable QuotaSnapshot shared;
    private volatile boolean changed;

    /** What the calls in flight may use of the quotas, by session. */
    private final Map<String, BigDecimal> held = new HashMap<>();

    /** The providers that counted more tokens than a call may use; reported once. */
    private final Set<String> exceeded = new HashSet<>();

    /** The quotas that an operator set by a call, at any of the gateways, by session. */
    private final Map<String, SetQuota> set = new HashMap<>();

    /** The last call that set or ended a quota, by session. */
    private final Map<String, Told> lastCalls = new HashMap<>();

    /** When this gateway was started: calls that ended configured quotas before do not count. */
    private final long startedAt;

    private QuotaLedger(
            BrokerBuilder builder, @Nullable QuotaFile file, @Nullable GameKeys keys, long now) {
        this.keys = keys;
        this.startedAt = now;
        this.prices = builder.prices();
        this.providers = builder.providerNames();
        this.defaultModel = builder.defaultModel();
        this.sharing = new SharedSpending(builder.sharedLimits());
        this.file = file;
    }

    /**
     * Reads the configured quotas, and their remainders from the file. Any thread.
     *
     * @param keys the keys of games, whose budgets are also quotas; null if there are none
     * @param now milliseconds since 1970
     * @throws IllegalArgumentException if a quota has no price, or the file cannot be used
     */
    public static QuotaLedger open(
            GatewaySettings settings, BrokerBuilder builder, @Nullable GameKeys keys, long now) {
        QuotaSettings quotas = settings.quotas();
        QuotaFile file = quotas.stateFile().map(QuotaFile::new).orElse(null);
        QuotaLedger ledger = new QuotaLedger(builder, file, keys, now);
        quotas.bySession()
                .forEach((session, start) -> ledger.configure("quotas." + session, session, start));
        quotas.defaultQuota().ifPresent(start -> ledger.configure("default-quota", DEFAULT, start));
        if (file != null) {
            file.read().forEach(ledger::restore);
        }
        ledger.checkPrices(builder.providerSettings());
        return ledger;
    }

    /**
     * Claims the file that keeps quotas.
     *
     * @throws IllegalArgumentException if another gateway has it, or it cannot be written
     */
    public static FileClaim claim(Path state) {
        QuotaFile.requireWritable(state);
        return FileClaim.of("gateway.state", state);
    }

    /** Rejects budgets in USD for models without a price, and reports prices without a model. */
    private void checkPrices(List<ProviderSettings> providers) {
        Map<String, List<String>> models = new TreeMap<>();
        for (ProviderSettings provider : providers) {
            List<String> own = new ArrayList<>(provider.models());
            own.add(provider.model());
            own.removeIf(name -> name.isEmpty() || name.equals(ProviderSettings.ANY_MODEL));
            models.put(provider.name(), own);
        }
        if (providers.stream().noneMatch(ProviderSettings::takesAnyModel)) {
            prices.unusedEntries(models)
                    .forEach(entry -> LOG.log(
                            Level.WARNING,
                            "prices: \"{0}\" is the name of no provider's model (a slip?)",
                            entry));
        }
        for (GameKey key : keys == null ? List.<GameKey>of() : keys.validKeys()) {
            if (key.usdPerDay() != null || key.usdPerMonth() != null) {
                models.forEach((provider, names) -> names.stream()
                        .filter(name -> key.models().isEmpty() || key.models().contains(name))
                        .forEach(name -> requirePrice(key, provider, name)));
            }
        }
    }

    private void requirePrice(GameKey key, String provider, String model) {
        boolean assumed = started.containsKey(DEFAULT)
                || !prices.pricesFor(provider, model).equals(NO_PRICE);
        if (!assumed && prices.find(provider, model).isEmpty()) {
            throw new IllegalArgumentException("gateway.keys: the key of game " + key.game()
                    + " has a budget in USD, but model \"" + model + "\" of " + provider
                    + " has no price, so that the budget would be without end (add it to prices,"
                    + " with zeros if it costs nothing)");
        }
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
        boolean own = startedWith == null && saved.start().isEmpty();
        boolean unchanged = startedWith != null
                && saved.start()
                        .filter(start -> start.compareTo(startedWith.remaining()) == 0
                                && saved.quota().window().equals(startedWith.window()))
                        .isPresent();
        if (own || unchanged) {
            started.put(session, saved.quota());
            saved.set().ifPresent(before -> tell(session, before, saved.quota()));
        }
    }

    /** Adopts the prices and models of a broker that has replaced the one before. */
    void replaced(BrokerBuilder builder) {
        prices = builder.prices();
        providers = builder.providerNames();
        defaultModel = builder.defaultModel();
    }

    /** Enables the quotas of the sessions. */
    void start(Broker broker) {
        shared = started.remove(DEFAULT);
        started.values().forEach(broker::enableQuota);
    }

    /** Sets the quota of a session, at all gateways. */
    void set(Broker broker, QuotaSnapshot quota, long now) {
        String session = quota.tenant();
        broker.enableQuota(quota);
        started.put(session, quota);
        tell(session, new SetQuota(nextCall(session, now), quota.remaining()), quota);
        changed = true;
    }

    /** Ends the quota of a session, at all gateways; false if it has none of its own. */
    boolean remove(Broker broker, String session, long now) {
        hear(broker, session);
        boolean had = broker.quota(session).isPresent();
        if (had) {
            end(broker, session);
            tell(session, new Told(nextCall(session, now), ""));
        }
        return had;
    }

    private void end(Broker broker, String session) {
        broker.disableQuota(session);
        started.remove(session);
        set.remove(session);
        changed = true;
    }

    private void tell(String session, SetQuota call, QuotaSnapshot quota) {
        set.put(session, call);
        QuotaSnapshot whole =
                new QuotaSnapshot(session, call.start(), quota.prices(), quota.window());
        String line = QuotaFile.line(whole, Optional.ofNullable(configured.get(session)));
        tell(session, new Told(call.at(), line));
    }

    private void tell(String session, Told call) {
        lastCalls.put(session, call);
        sharing.limits().tell(TOLD + session, call);
    }

    /** Returns the time of a call that is the last one of its session, whatever the clocks say. */
    private long nextCall(String session, long now) {
        Told last = lastCalls.get(session);
        return last == null ? now : Math.max(now, last.at() + 1);
    }

    /** Follows the call of an operator at another gateway. */
    private void hear(Broker broker, String session) {
        Told call = sharing.limits().told(TOLD + session).orElse(null);
        Told last = lastCalls.get(session);
        if (call == null || (last != null && !call.isAfter(last))) {
            return;
        }
        lastCalls.put(session, call);
        if (call.text().isEmpty()) {
            if (call.at() > startedAt || !configured.containsKey(session)) {
                end(broker, session);
            }
            return;
        }
        QuotaFile.Entry entry = QuotaFile.ofLine(session, call.text()).orElse(null);
        if (entry == null) {
            LOG.log(
                    Level.WARNING,
                    "the quota that another gateway told for {0} cannot be read (run the same"
                            + " version of all gateways)",
                    session);
            return;
        }
        BigDecimal here = configured.getOrDefault(session, NONE);
        if (entry.start().orElse(NONE).compareTo(here) == 0) {
            broker.enableQuota(entry.quota());
            started.put(session, entry.quota());
            set.put(session, new SetQuota(call.at(), entry.quota().remaining()));
            changed = true;
        } // otherwise what is configured here has changed since, which resets it
    }

    /** Asks for the calls of operators at other gateways; often enough to hear them in time. */
    void listen() {
        var unused = sharing.limits().told(TOLD);
    }

    /** Returns the remaining quota of a session; empty if there is no limit. */
    Optional<QuotaSnapshot> of(Broker broker, String session) {
        var unused = limits(broker, session, NO_PRICE, NO_PRICE); // what others have spent
        return broker.quota(session).or(() -> Optional.ofNullable(shared));
    }

    /**
     * Returns why a request need not even wait for its turn: its key does not allow it, or nothing
     * is left for it. Null if it may wait.
     */
    @Nullable
    Problem refusal(Broker broker, Request<?> request) {
        if (request.endpoint().isPresent()) { // at the client's own expense
            return null;
        }
        String model = request.model().isEmpty() ? defaultModel : request.model();
        if (keys != null && !keys.allows(request.tenant(), model)) {
            return Problem.of(
                    ErrorCode.FORBIDDEN, "the key of the game does not allow model " + model);
        }
        return Spending.usedUp(limits(broker, request.tenant(), NO_PRICE, NO_PRICE));
    }

    /**
     * A quota that an operator set by a call. Immutable.
     *
     * @param at when, in milliseconds since 1970
     * @param start its amount
     */
    record SetQuota(long at, BigDecimal start) {}

    /**
     * The part of all budgets that one call may use. Immutable.
     *
     * @param game the game whose key is charged
     * @param session the session whose quota is charged; empty for the default quota
     * @param prices the prices of the call, for the budget of the key
     * @param most the most that the call may use
     * @param usd the most that it may cost
     * @param quotaUsd the most that the quota may be charged
     * @param maxTokens the maximum number of tokens of the answer
     * @param slices what it holds of limits that gateways share
     */
    record Hold(
            String game,
            String session,
            String provider,
            String model,
            TokenPrices prices,
            Usage most,
            BigDecimal usd,
            BigDecimal quotaUsd,
            int maxTokens,
            List<SliceHold> slices) {
        /** Whether a call of the same group is covered, which was reserved before it was asked. */
        boolean suits(String otherProvider, String otherModel, long promptTokens, int tokens) {
            return provider.equals(otherProvider)
                    && model.equals(otherModel)
                    && promptTokens <= most.prompt()
                    && (maxTokens == 0 || maxTokens <= tokens);
        }
    }

    /** The units of a shared limit that a call holds. */
    private record SliceHold(Limit limit, SharedSpending.Slice slice, long units) {}

    /**
     * Calls that may be sent. Immutable.
     *
     * @param holds one for each call, to be {@linkplain #settle settled} or {@linkplain #release
     *     released}; none if they are refused
     * @param refusal why they must not be sent; null if they may
     */
    record Reservation(List<Hold> holds, @Nullable Problem refusal) {}

    /**
     * Reserves what calls may use at most, with answers that are trimmed to what is left.
     *
     * @param calls the calls, which are admitted together or not at all
     */
    Reservation reserve(
            Broker broker,
            Request<?> request,
            String provider,
            String model,
            Spending.Calls calls) {
        String game = request.tenant();
        TokenPrices price = priceOf(provider, model).orElse(null);
        if (price == null && hasBudgetInUsd(game)) {
            return new Reservation(
                    List.of(),
                    Problem.of(
                            ErrorCode.FORBIDDEN,
                            "model " + model + " has no price, so that the budget in USD of the"
                                    + " game's key would not hold (the operator can add it to"
                                    + " prices)"));
        }
        TokenPrices known = price == null ? NO_PRICE : price;
        hear(broker, game);
        QuotaSnapshot quota = broker.quota(game).orElse(null);
        TokenPrices ofSession =
                quota == null ? known : prices.find(provider, model).orElse(quota.prices());
        List<Limit> limits = limits(broker, game, known, ofSession);
        Spending.Allowed allowed = Spending.allowed(limits, calls);
        if (allowed.refusal() != null) {
            return new Reservation(List.of(), allowed.refusal());
        }
        List<SliceHold> slices = new ArrayList<>();
        for (Limit limit : limits) {
            SharedSpending.Slice slice = limit.slice();
            if (slice != null) {
                slices.add(new SliceHold(limit, slice, slice.units(cost(limit, calls, allowed))));
            }
        }
        Limit ofQuota = new Limit("", NONE, NONE, ofSession, null);
        Limit ofKey = new Limit("", NONE, NONE, known, null);
        boolean limited = quota != null || shared != null;
        Hold hold = new Hold(
                game,
                quota == null ? DEFAULT : game,
                provider,
                model,
                known,
                new Usage(calls.promptTokens(), 0, 0, allowed.maxTokens()),
                cost(ofKey, calls, allowed),
                limited ? cost(ofQuota, calls, allowed) : NONE,
                allowed.maxTokens(),
                slices);
        List<Hold> holds = Collections.nCopies(calls.count(), hold);
        for (Hold each : holds) {
            hold(each, 1);
            each.slices().forEach(part -> part.slice().amount().hold(part.units()));
        }
        return new Reservation(holds, null);
    }

    private static BigDecimal cost(Limit limit, Spending.Calls calls, Spending.Allowed allowed) {
        return limit.ofPrompt(calls.promptTokens()).add(limit.ofAnswer(allowed.maxTokens()));
    }

    private List<Limit> limits(
            Broker broker, String game, TokenPrices price, TokenPrices ofSession) {
        List<Limit> limits = new ArrayList<>();
        GameKeys known = keys;
        if (known != null) {
            for (GameKeys.Budget budget : known.budgets(game)) {
                limits.add(limit(known, game, budget, budget.inUsd() ? price : null));
            }
        }
        hear(broker, game);
        QuotaSnapshot quota = broker.quota(game).orElse(null);
        if (quota != null) {
            limits.add(limit(broker, game, quota, ofSession));
        } else if (shared != null) {
            limits.add(limit(broker, DEFAULT, shared, price));
        }
        return limits;
    }

    private Limit limit(
            GameKeys known, String game, GameKeys.Budget budget, @Nullable TokenPrices price) {
        String name = "the budget " + budget.name() + " of the game's key";
        SharedSpending.Slice slice = sharing.slice(
                "key " + budget.period() + (budget.inUsd() ? " usd " : " tokens ") + game,
                budget.inUsd(),
                budget.whole(),
                budget.whole().subtract(budget.left()),
                LIFE_OF_BUDGET);
        if (slice == null) {
            BigDecimal free = budget.left().subtract(budget.reserved());
            return new Limit(name, budget.left(), free, price, null);
        }
        known.raise(game, budget, slice.spent());
        return new Limit(name, slice.left(), slice.available(), price, slice);
    }

    private Limit limit(
            Broker broker, String session, QuotaSnapshot quota, TokenPrices sessionPrice) {
        String name = "the quota of the session";
        SetQuota call = set.get(session);
        BigDecimal start = call == null ? configured.get(session) : call.start();
        SharedSpending.Slice slice = start == null
                ? null
                : sharing.slice(
                        (call == null ? "quota " : "quota set " + call.at() + " ")
                                + start.toPlainString() + " " + quota.window() + " " + session,
                        true,
                        start,
                        start.subtract(quota.remaining()),
                        LIFE_OF_QUOTA);
        if (slice == null || start == null) {
            BigDecimal free = quota.remaining().subtract(held.getOrDefault(session, NONE));
            return new Limit(name, quota.remaining(), free, sessionPrice, null);
        }
        BigDecimal left = start.subtract(slice.spent()).max(NONE);
        if (left.compareTo(quota.remaining()) < 0) { // others have spent some
            QuotaSnapshot lower =
                    new QuotaSnapshot(quota.tenant(), left, quota.prices(), quota.window());
            changed = true;
            if (session.equals(DEFAULT)) {
                shared = lower;
            } else {
                broker.enableQuota(lower);
            }
        }
        return new Limit(name, slice.left(), slice.available(), sessionPrice, slice);
    }

    /**
     * Adds calls to the demand of the limits that gateways share; null if none applies.
     *
     * @param count the number of calls
     */
    SharedSpending.@Nullable Demand demand(Broker broker, Request<?> request, int count) {
        if (request.endpoint().isPresent()) {
            return null;
        }
        String model = request.model().isEmpty() ? defaultModel : request.model();
        TokenPrices price = dearest(model);
        List<Limit> limits = limits(broker, request.tenant(), price, price);
        return limits.stream().allMatch(limit -> limit.slice() == null)
                ? null
                : new SharedSpending.Demand(limits, Spending.expected(request, count));
    }

    private TokenPrices dearest(String model) {
        TokenPrices dearest = priceOf("", model).orElse(NO_PRICE);
        for (String provider : providers) {
            TokenPrices price = priceOf(provider, model).orElse(NO_PRICE);
            if (price.output().compareTo(dearest.output()) > 0) {
                dearest = price;
            }
        }
        return dearest;
    }

    private boolean hasBudgetInUsd(String game) {
        return keys != null && keys.budgets(game).stream().anyMatch(GameKeys.Budget::inUsd);
    }

    /** Returns the prices of a model, or those that a default quota assumes; empty if unknown. */
    private Optional<TokenPrices> priceOf(String provider, String model) {
        Optional<TokenPrices> listed = prices.find(provider, model);
        TokenPrices otherwise =
                shared == null ? prices.pricesFor(provider, model) : shared.prices();
        return listed.isPresent() || otherwise.equals(NO_PRICE) ? listed : Optional.of(otherwise);
    }

    private void hold(Hold hold, int sign) {
        BigDecimal factor = BigDecimal.valueOf(sign);
        BigDecimal now =
                held.getOrDefault(hold.session(), NONE).add(hold.quotaUsd().multiply(factor));
        if (now.signum() == 0) {
            held.remove(hold.session());
        } else {
            held.put(hold.session(), now);
        }
        if (keys != null) {
            keys.addReserved(
                    hold.game(), hold.usd().multiply(factor), sign * hold.most().total());
        }
    }

    /** Releases what was reserved for a call that is not sent. */
    void release(Hold hold) {
        hold(hold, -1);
        hold.slices().forEach(part -> part.slice().amount().settle(part.units(), 0));
    }

    /**
     * Charges a call that was reserved. The broker charges the quota of a session.
     *
     * @return its cost in USD
     */
    BigDecimal settle(Broker broker, Hold hold, Usage used) {
        hold(hold, -1);
        for (SliceHold part : hold.slices()) {
            long units = part.slice().units(part.limit().cost(used));
            part.slice().amount().settle(part.units(), units);
        }
        changed = true;
        BigDecimal cost = hold.prices().cost(used);
        if (used.total() > hold.most().total() && exceeded.add(hold.provider())) {
            LOG.log(
                    Level.WARNING,
                    "provider {0} counted {1} tokens for a call of model {2} that may use {3}, so"
                            + " budgets can be exceeded",
                    hold.provider(),
                    used.total(),
                    hold.model(),
                    hold.most().total());
        }
        if (keys != null) {
            keys.charge(hold.game(), cost, used.total());
        }
        QuotaSnapshot before = shared;
        if (before != null && broker.quota(hold.game()).isEmpty()) {
            BigDecimal balance = before.remaining().subtract(cost).max(BigDecimal.ZERO);
            shared = new QuotaSnapshot(before.tenant(), balance, before.prices(), before.window());
        }
        return cost;
    }

    /** Returns the problems of the files of keys and quotas, by name. Any thread. */
    Map<String, String> problems() {
        Map<String, String> problems = new TreeMap<>();
        if (keys != null) {
            keys.problem().ifPresent(problem -> problems.put("keys", problem));
        }
        if (file != null) {
            file.problem().ifPresent(problem -> problems.put("state", problem));
        }
        return problems;
    }

    /** Whether quotas were charged since they were last recorded. Any thread. */
    boolean isChanged() {
        return changed;
    }

    /** Records the remaining quotas, to be saved. */
    void updateQuotas(Broker broker) {
        changed = false;
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
        return new QuotaFile.Entry(
                quota,
                Optional.ofNullable(configured.get(session)),
                Optional.ofNullable(set.get(session)));
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
