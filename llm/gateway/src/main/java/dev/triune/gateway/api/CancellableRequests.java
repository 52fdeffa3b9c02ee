/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.llm.CancelToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The requests under way, by session and by the token that cancels them. Broker's thread only. */
final class CancellableRequests {
    private final Map<List<String>, List<CancelToken>> byToken = new HashMap<>();

    /** How many each session has, in the order of their first. */
    private final Map<String, Integer> byGame = new LinkedHashMap<>();

    void add(GameRequest request, CancelToken token) {
        byGame.merge(request.game(), 1, Integer::sum);
        if (!request.cancelToken().isEmpty()) {
            byToken.computeIfAbsent(keyOf(request), key -> new ArrayList<>()).add(token);
        }
    }

    void remove(GameRequest request, CancelToken token) {
        byGame.computeIfPresent(request.game(), (session, count) -> count == 1 ? null : count - 1);
        byToken.computeIfPresent(keyOf(request), (key, tokens) -> {
            tokens.remove(token);
            return tokens.isEmpty() ? null : tokens;
        });
    }

    /** Cancels those of a session that bear a token; returns how many there were. */
    int cancel(String session, String cancelToken) {
        List<CancelToken> tokens =
                List.copyOf(byToken.getOrDefault(List.of(session, cancelToken), List.of()));
        tokens.forEach(CancelToken::cancel);
        return tokens.size();
    }

    /** The sessions that have any, without the nameless one. */
    List<String> activeGames() {
        return byGame.keySet().stream().filter(name -> !name.isEmpty()).toList();
    }

    private static List<String> keyOf(GameRequest request) {
        return List.of(request.game(), request.cancelToken());
    }
}
