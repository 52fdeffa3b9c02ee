/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One key: which limits apply to which model, and when the key is out of service. */
class ProviderKeyTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final List<String> sharedKeys = new ArrayList<>();
    private Duration pause = Duration.ZERO;
    private String identity = "";

    @Test
    void modelsShareOneRateLimiterUnlessLimitsArePerModel() {
        ProviderKey together = providerKey(Stage.settings());
        ProviderKey apart = providerKey(Stage.settings().withLimitsPerModel(true));

        assertThat(together.rateLimiter("a")).isSameAs(together.rateLimiter("b"));
        assertThat(apart.rateLimiter("a"))
                .isNotSameAs(apart.rateLimiter("b"))
                .isSameAs(apart.rateLimiter("a"));
    }

    @Test
    void modelsBeyondTheFirst256ShareOneRateLimiter() {
        ProviderKey key = providerKey(Stage.settings().withLimitsPerModel(true));
        List<KeyRateLimiter> known = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            known.add(key.rateLimiter("known-" + i));
        }

        assertThat(key.rateLimiter("new-1"))
                .isSameAs(key.rateLimiter("new-2"))
                .isNotSameAs(known.get(255));
        assertThat(key.rateLimiter("known-0")).isSameAs(known.get(0));
        assertThat(key.rateLimiter("known-255")).isSameAs(known.get(255));
    }

    @Test
    void keyWithoutAccountIdIsNotSharedWithOtherBrokers() {
        providerKey(Stage.settings()).rateLimiter("a");

        assertThat(sharedKeys).isEmpty();
    }

    @Test
    void keyIsSharedByAccountIdAndByModelIfLimitsArePerModel() {
        identity = "key";
        providerKey(Stage.settings()).rateLimiter("a");
        providerKey(Stage.settings().withLimitsPerModel(true)).rateLimiter("a");

        assertThat(sharedKeys).containsExactly("key", "key/a");
    }

    @Test
    void cooldownLongerThanMaxWaitTakesKeyOutOfService() {
        ProviderKey key = providerKey(Stage.settings().withMaxWait(Duration.ofSeconds(30)));
        pause = Duration.ofSeconds(30);
        assertThat(key.inService("a", 0)).isTrue();

        pause = Duration.ofSeconds(30).plusNanos(1);
        assertThat(key.inService("a", 0)).isFalse();
    }

    @Test
    void keyIsEvictableOverTenMinutesAfterItsLastUse() {
        ProviderKey key = providerKey(Stage.settings());
        key.rateLimiter("a");

        assertThat(key.isEvictable(5 * MINUTE, 15 * MINUTE)).isFalse();
        assertThat(key.isEvictable(5 * MINUTE, 15 * MINUTE + 1)).isTrue();
    }

    @Test
    void markedOrCoolingKeyIsNotEvictable() {
        ProviderKey marked = providerKey(Stage.settings());
        marked.mark(FailureCode.AUTHENTICATION, "", Duration.ofMinutes(30), 0, 0);
        ProviderKey cools = providerKey(Stage.settings());
        cools.rateLimiter("a").rateLimited(0, 0, Duration.ofMinutes(30));

        assertThat(marked.isEvictable(0, 20 * MINUTE)).isFalse();
        assertThat(cools.isEvictable(0, 20 * MINUTE)).isFalse();
        assertThat(marked.isEvictable(0, 60 * MINUTE)).isTrue();
        assertThat(cools.isEvictable(0, 60 * MINUTE)).isTrue();
    }

    @Test
    void onlyUsedUpDailyLimitCountsAsCooldown() {
        Limits limits = Limits.perMinute(1).withPerDay(2);
        ProviderKey key = providerKey(Stage.settings().withLimits(limits));
        KeyRateLimiter limiter = key.rateLimiter("a");
        limiter.reserve(Usage.NONE, false, 0);
        assertThat(key.remainingCooldown("a", 1)).as("the minute is used up").isZero();

        limiter.reserve(Usage.NONE, false, 2 * MINUTE);
        assertThat(key.remainingCooldown("a", 2 * MINUTE)).isGreaterThan(Duration.ofHours(23));
    }

    private ProviderKey providerKey(ProviderSettings settings) {
        BrokerOptions options = new BrokerOptions();
        options.sharedLimits = (key, limits) -> {
            sharedKeys.add(key);
            return SharedLimits.SharedBudget.UNLIMITED;
        };
        return new ProviderKey("first", new Resting(), settings, options);
    }

    /** A provider that is never called. */
    private final class Resting implements Provider {
        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            throw new AssertionError("not to be called");
        }

        @Override
        public Duration cooldown() {
            return pause;
        }

        @Override
        public String accountId() {
            return identity;
        }
    }
}
