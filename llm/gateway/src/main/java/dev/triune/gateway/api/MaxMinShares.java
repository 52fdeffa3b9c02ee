/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import java.util.LinkedHashMap;
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
    static Map<String, Integer> share(int credits, Map<String, Integer> wanted) {
        int rest = credits;
        int hungry = wanted.size();
        for (int wish : wanted.values().stream().sorted().toList()) {
            if (wish > rest / hungry) {
                break;
            }
            rest -= wish; // no more than an equal share, so the others divide the rest
            hungry--;
        }
        int equal = hungry == 0 ? Integer.MAX_VALUE : rest / hungry;
        int extra = hungry == 0 ? 0 : rest % hungry;
        Map<String, Integer> shares = new LinkedHashMap<>();
        for (Map.Entry<String, Integer> game : wanted.entrySet()) {
            int share = Math.min(equal, game.getValue());
            if (share < game.getValue() && extra > 0) {
                share++;
                extra--;
            }
            shares.put(game.getKey(), share);
        }
        return shares;
    }
}
