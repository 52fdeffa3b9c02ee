/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static dev.triune.llm.internal.protocol.signal.SignalCorpus.NO_LIMIT;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.UNKNOWN;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.answer;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.headers;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.waits;

import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import java.util.List;
import java.util.Map;

/** Self-hosted servers. */
final class LocalServerCases {
    private static final Map<String, String> NONE = Map.of();

    private LocalServerCases() {}

    static List<Case> ollama() {
        String busy =
                "{\"error\":\"server busy, please try again.  maximum pending requests exceeded\"}";
        return List.of(
                answer("ollama: busy", 503, NONE, busy, UNKNOWN),
                answer(
                        "ollama: busy, with retry-after",
                        503,
                        headers("retry-after", "1"),
                        busy,
                        waits("1S")),
                answer("ollama: busy within a stream", 200, NONE, busy, NO_LIMIT),
                answer(
                        "ollama: no such model",
                        404,
                        NONE,
                        "{\"error\":\"model 'x' not found\"}",
                        NO_LIMIT),
                answer(
                        "ollama: error within a stream",
                        200,
                        NONE,
                        "{\"error\":\"unexpected EOF\"}",
                        NO_LIMIT));
    }

    static List<Case> llamaCpp() {
        return List.of(
                answer(
                        "llama.cpp: loading",
                        503,
                        NONE,
                        OtherProviderCases.numbered("503", "Loading model"),
                        NO_LIMIT),
                answer(
                        "llama.cpp: no slot",
                        503,
                        headers("retry-after", "2"),
                        OtherProviderCases.numbered("503", "no slot"),
                        waits("2S")),
                answer(
                        "llama.cpp: limit by number",
                        200,
                        NONE,
                        OtherProviderCases.numbered("429", "try again in 2s"),
                        waits("2S")),
                answer(
                        "llama.cpp: error by number",
                        200,
                        NONE,
                        OtherProviderCases.numbered("500", "try again in 2s"),
                        NO_LIMIT),
                answer(
                        "llama.cpp: a number beyond HTTP",
                        200,
                        NONE,
                        OtherProviderCases.numbered("42900", ""),
                        NO_LIMIT),
                answer(
                        "llama.cpp: the status before the number",
                        400,
                        NONE,
                        OtherProviderCases.numbered("429", ""),
                        NO_LIMIT));
    }
}
