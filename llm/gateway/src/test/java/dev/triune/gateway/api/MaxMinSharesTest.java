/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MaxMinSharesTest {
    private static final int SEEDS = 500;

    @Test
    void fiveBusyGamesShareCreditsEqually() {
        assertThat(MaxMinShares.share(100, wishes(50, 30, 20, 25, 100)).values())
                .containsExactly(20, 20, 20, 20, 20);
    }

    @Test
    void unusedCreditsGoToOtherGames() {
        assertThat(MaxMinShares.share(100, wishes(50, 30, 20, 10, 5)).values())
                .containsExactly(35, 30, 20, 10, 5);
    }

    @Test
    void oneHundredAndFifteenRequestsNeedTwoWindows() {
        Map<String, Integer> wanted = wishes(50, 30, 20, 10, 5);
        int windows = 0;
        while (sum(wanted) > 0) {
            MaxMinShares.share(100, wanted)
                    .forEach((game, share) -> wanted.merge(game, -share, Integer::sum));
            windows++;
        }

        assertThat(windows).isEqualTo(2).isLessThanOrEqualTo(3);
    }

    @Test
    void remainderGoesToTheFirstGames() {
        assertThat(MaxMinShares.share(11, wishes(9, 9, 9)).values()).containsExactly(4, 4, 3);
        assertThat(MaxMinShares.share(2, wishes(0, 9, 9, 9)).values()).containsExactly(0, 1, 1, 0);
    }

    @Test
    void gamesKeepTheirOrder() {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        wanted.put("z", 1);
        wanted.put("a", 7);

        assertThat(MaxMinShares.share(4, wanted)).containsExactly(entry("z", 1), entry("a", 3));
        assertThat(MaxMinShares.share(4, Map.of())).isEmpty();
    }

    @Test
    void sharesAreCompleteAndMaxMinFair() {
        for (long seed = 0; seed < SEEDS; seed++) {
            long theSeed = seed;
            Random random = new Random(seed);
            int[] wishes = random.ints(random.nextInt(12), 0, 60).toArray();
            int credits = random.nextInt(300);
            Map<String, Integer> wanted = wishes(wishes);

            Map<String, Integer> shares = MaxMinShares.share(credits, wanted);

            assertThat(sum(shares))
                    .as("sum, seed %d", seed)
                    .isEqualTo(Math.min(credits, sum(wanted)));
            int most = shares.values().stream().mapToInt(i -> i).max().orElse(0);
            shares.forEach(
                    (game, share) -> assertThat(share.equals(wanted.get(game)) || share >= most - 1)
                            .as("%s has %d of %s, seed %d", game, share, wanted, theSeed)
                            .isTrue());
            shares.forEach((game, share) -> assertThat(share)
                    .as("%s gets no more than it wants", game)
                    .isBetween(0, wanted.get(game)));
        }
    }

    @Test
    void largeDemandsDoNotOverflow() {
        int max = Integer.MAX_VALUE;

        assertThat(MaxMinShares.share(max, wishes(max, max, max)).values())
                .containsExactly(715_827_883, 715_827_882, 715_827_882);
        assertThat(MaxMinShares.share(max, wishes(max, 1)).values()).containsExactly(max - 1, 1);
    }

    private static Map<String, Integer> wishes(int... wishes) {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        for (int i = 0; i < wishes.length; i++) {
            wanted.put(String.valueOf((char) ('A' + i)), wishes[i]);
        }
        return wanted;
    }

    private static int sum(Map<String, Integer> map) {
        return map.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Test
    void zeroCreditsGiveZeroShares() {
        assertThat(MaxMinShares.share(0, Map.of("a", 3))).containsOnly(entry("a", 0));
    }
}
