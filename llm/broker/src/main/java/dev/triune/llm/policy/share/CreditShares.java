/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import java.util.LinkedHashMap;
import java.util.Map;

/** Shares the credits of one window among games. Pure. */
public final class CreditShares {
    private CreditShares() {}

    /**
     * Gives each game an equal share; what one does not want goes to the others, until all is given
     * or nobody wants more. What cannot be divided goes to the first ones.
     *
     * @param credits to give, 0 or more
     * @param wanted by each game, 0 or more
     * @return what each game gets, in the same order
     */
    public static Map<String, Integer> share(int credits, Map<String, Integer> wanted) {
        Map<String, Integer> given = new LinkedHashMap<>();
        wanted.keySet().forEach(game -> given.put(game, 0));
        int left = credits;
        long hungry = hungry(wanted, given);
        while (left > 0 && hungry > 0) {
            int each = (int) Math.max(1, left / hungry);
            for (Map.Entry<String, Integer> game : wanted.entrySet()) {
                int has = given.getOrDefault(game.getKey(), 0);
                int more = Math.min(Math.min(each, left), game.getValue() - has);
                given.put(game.getKey(), has + more);
                left -= more;
            }
            hungry = hungry(wanted, given);
        }
        return given;
    }

    private static long hungry(Map<String, Integer> wanted, Map<String, Integer> given) {
        return wanted.entrySet().stream()
                .filter(game -> game.getValue() > given.getOrDefault(game.getKey(), 0))
                .count();
    }
}
