/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.llm.Request.CancelToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The open requests, by game and cancel name. Broker's thread only. */
final class CancellableRequests {
    private final Map<List<String>, List<CancelToken>> byName = new HashMap<>();

    /** The number of open requests per game, in the order of their first ones. */
    private final Map<String, Integer> byGame = new LinkedHashMap<>();

    void add(Submission submission) {
        byGame.merge(submission.request().tenant(), 1, Integer::sum);
        if (!submission.cancelName().isEmpty()) {
            byName.computeIfAbsent(keyOf(submission), key -> new ArrayList<>())
                    .add(submission.token());
        }
    }

    void remove(Submission submission) {
        byGame.computeIfPresent(
                submission.request().tenant(), (game, count) -> count == 1 ? null : count - 1);
        byName.computeIfPresent(keyOf(submission), (key, tokens) -> {
            tokens.remove(submission.token());
            return tokens.isEmpty() ? null : tokens;
        });
    }

    /** Cancels a game's requests with this name; returns their number. */
    int cancel(String game, String cancelName) {
        List<CancelToken> tokens =
                List.copyOf(byName.getOrDefault(List.of(game, cancelName), List.of()));
        tokens.forEach(CancelToken::cancel);
        return tokens.size();
    }

    /** Returns the games that have open requests, without the nameless one. */
    List<String> activeGames() {
        return byGame.keySet().stream().filter(name -> !name.isEmpty()).toList();
    }

    private static List<String> keyOf(Submission submission) {
        return List.of(submission.request().tenant(), submission.cancelName());
    }
}
