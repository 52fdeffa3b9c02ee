/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Endpoint;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.QuotaSnapshot.QuotaPolicy;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.policy.Ageing;
import dev.triune.llm.internal.policy.KnownProviders;
import dev.triune.llm.internal.policy.KnownProviders.Route;
import dev.triune.llm.internal.policy.TenantLeases;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The values of a {@link dev.triune.llm.BrokerBuilder}, which checks them. Not thread-safe. */
public final class BrokerOptions {
    public static final int CALLS_PER_CYCLE = 10;

    public final List<ProviderSettings> providers = new ArrayList<>();
    public final Map<String, List<Provider>> keys = new LinkedHashMap<>();
    public final List<BrokerListener> listeners = new ArrayList<>();
    public Ticker ticker = Ticker.system();
    public RandomGenerator random = new SplittableRandom(0);
    public Ageing ageing = Ageing.DEFAULT;
    public Duration callTimeout = Duration.ofMinutes(10);
    public Duration quotaCallTimeout = Duration.ofSeconds(60);
    public int retryRounds = 3;
    public int maxCallsPerCycle = CALLS_PER_CYCLE;

    // changed by tests only: the events of a turn of work, and the parts that wait for the owner
    public int maxEventsPerCycle = 256;
    public int inboxCapacity = 1024;

    public final Map<String, Route> routes = KnownProviders.routes();
    public String defaultModel = "";
    public boolean fallback = true;
    public boolean queuePerProvider = true;
    public boolean strictSharing;
    public Map<String, Double> tenantWeights = Map.of();
    public int tokensPerRequest = 50;
    public Duration heartbeatTimeout = TenantLeases.DEFAULT_TIMEOUT;
    public QuotaPolicy quotaPolicy = QuotaPolicy.DEFAULT;
    public PriceCatalog prices = new PriceCatalog(Map.of(), TokenPrices.of("0", "0", "0"));
    public SharedLimits sharedLimits = SharedLimits.NONE;
    public Runnable onWorkAvailable = () -> {};

    public @Nullable Function<Endpoint, Provider> endpoints;

    /** The maximum characters of the answer cache; 0 without a cache. */
    public long cacheCharacters;

    public Duration cacheAge = Duration.ofMinutes(10);
}
