/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.SharedLimits;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One key: what counts for which model, and when it is out of service. */
class AccountTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final List<String> slices = new ArrayList<>();
    private Duration pause = Duration.ZERO;
    private String identity = "";

    @Test
    void allModelsShareOneMeterUnlessLimitsCountForEach() {
        Account together = account(Stage.settings());
        Account apart = account(Stage.settings().withLimitsPerModel(true));

        assertThat(together.meter("a")).isSameAs(together.meter("b"));
        assertThat(apart.meter("a")).isNotSameAs(apart.meter("b")).isSameAs(apart.meter("a"));
    }

    @Test
    void beyondABoundModelsShareAMeterAndTheKnownOnesKeepTheirs() {
        Account account = account(Stage.settings().withLimitsPerModel(true));
        List<Meter> known = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            known.add(account.meter("known-" + i));
        }

        assertThat(account.meter("new-1"))
                .isSameAs(account.meter("new-2"))
                .isNotSameAs(known.get(255));
        assertThat(account.meter("known-0")).isSameAs(known.get(0));
        assertThat(account.meter("known-255")).isSameAs(known.get(255));
    }

    @Test
    void aKeyWithoutAnIdentityIsSharedWithNoOtherBroker() {
        account(Stage.settings()).meter("a");

        assertThat(slices).isEmpty();
    }

    @Test
    void aKeyIsSharedByItsIdentityAndByTheModelWhereThatCounts() {
        identity = "key";
        account(Stage.settings()).meter("a");
        account(Stage.settings().withLimitsPerModel(true)).meter("a");

        assertThat(slices).containsExactly("key", "key/a");
    }

    @Test
    void aKeyThatIsToRestForExactlyTheLongestWaitIsInService() {
        Account account = account(Stage.settings().withLongestWait(Duration.ofSeconds(30)));
        pause = Duration.ofSeconds(30);
        assertThat(account.inService("a", 0)).isTrue();

        pause = Duration.ofSeconds(30).plusNanos(1);
        assertThat(account.inService("a", 0)).isFalse();
    }

    @Test
    void aKeyIsForgottenOnlyTenMinutesAfterItsLastUse() {
        Account account = account(Stage.settings());
        account.meter("a");

        assertThat(account.forgettable(5 * MINUTE, 15 * MINUTE)).isFalse();
        assertThat(account.forgettable(5 * MINUTE, 15 * MINUTE + 1)).isTrue();
    }

    @Test
    void aKeyThatIsMarkedOrCoolsIsNotForgotten() {
        Account marked = account(Stage.settings());
        marked.mark(FailureCode.AUTHENTICATION, Duration.ofMinutes(30), 0);
        Account cools = account(Stage.settings());
        cools.meter("a").refused(0, 0, Optional.of(Duration.ofMinutes(30)));

        assertThat(marked.forgettable(0, 20 * MINUTE)).isFalse();
        assertThat(cools.forgettable(0, 20 * MINUTE)).isFalse();
        assertThat(marked.forgettable(0, 60 * MINUTE)).isTrue();
        assertThat(cools.forgettable(0, 60 * MINUTE)).isTrue();
    }

    @Test
    void onlyAUsedUpDayCountsAsResting() {
        Limits limits = Limits.perMinute(1).withPerDay(2);
        Account account = account(Stage.settings().withLimits(limits));
        Meter meter = account.meter("a");
        meter.reserve(0, 0);
        assertThat(account.cooling("a", 1)).as("the minute is used up").isZero();

        meter.reserve(0, 2 * MINUTE);
        assertThat(account.cooling("a", 2 * MINUTE)).isGreaterThan(Duration.ofHours(23));
    }

    private Account account(ProviderSettings settings) {
        SharedLimits shared = (key, limits) -> {
            slices.add(key);
            return SharedLimits.Slice.WHOLE;
        };
        return new Account("first", new Resting(), settings, new Random(1), shared);
    }

    /** A provider that is never called. */
    private final class Resting implements Provider {
        @Override
        public Running start(ModelCall call, AnswerSink sink) {
            throw new AssertionError("not to be called");
        }

        @Override
        public Duration pause() {
            return pause;
        }

        @Override
        public String identity() {
            return identity;
        }
    }
}
