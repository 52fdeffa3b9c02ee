/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the credits of one window among games: equal shares, with unneeded parts passed to the
 * others (max-min fairness). Either all credits are distributed, or all wishes are fulfilled. A
 * pure function.
 */
final class MaxMinShares {
    private MaxMinShares() {}

    /**
     * Returns the share of each game.
     *
     * @param credits the credits of the window, 0 or more
     * @param wanted the credits that each game could use, 0 or more. Its order decides which games
     *     get the credits that do not divide evenly, one each, so the map should be ordered
     * @return the games in the same order, including those that get 0
     */
    public static Map<String, Integer> share(int credits, Map<String, Integer> wanted) {
        if (credits < 0) {
            throw new IllegalArgumentException("credits " + credits + " (expected 0 or more)");
        }
        Map<String, Integer> shares = new LinkedHashMap<>();
        wanted.forEach((game, wish) -> shares.put(game, checkWish(game, wish)));
        List<Map.Entry<String, Integer>> hungry = new ArrayList<>(shares.entrySet());
        int remainingCredits = credits;
        while (!hungry.isEmpty()) {
            int equal = remainingCredits / hungry.size();
            int spent = 0;
            for (Map.Entry<String, Integer> game : hungry) {
                spent += Math.min(equal, game.getValue());
            }
            // games that want at most an equal share get it, the others divide the rest again
            if (!hungry.removeIf(game -> game.getValue() <= equal)) {
                giveEqually(hungry, equal, remainingCredits - spent);
                break;
            }
            remainingCredits -= spent - hungry.size() * equal;
        }
        return Collections.unmodifiableMap(shares);
    }

    private static void giveEqually(List<Map.Entry<String, Integer>> games, int each, int extra) {
        for (int i = 0; i < games.size(); i++) {
            games.get(i).setValue(i < extra ? each + 1 : each);
        }
    }

    private static int checkWish(String game, int wish) {
        if (wish < 0) {
            throw new IllegalArgumentException(
                    "game " + game + " wants " + wish + " credits (expected 0 or more)");
        }
        return wish;
    }
}
