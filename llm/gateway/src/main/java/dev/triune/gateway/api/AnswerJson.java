/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Json;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Answers as the gateway's own calls give them. */
final class AnswerJson {
    private AnswerJson() {}

    /**
     * An answer.
     *
     * @param text all of it, unless it was streamed
     */
    static ObjectNode of(
            Optional<String> text,
            Outcome.Answered answered,
            Optional<CooldownNotice> cooldownNotices) {
        ObjectNode object = Json.object();
        text.ifPresent(whole -> object.put("text", whole));
        Usage usage = answered.usage();
        object.put("model", answered.model())
                .put("tokensUsed", usage.total())
                .put("provider", answered.provider());
        object.putObject("usage")
                .put("input", usage.input())
                .put("cacheRead", usage.cacheRead())
                .put("cacheWrite", usage.cacheWrite())
                .put("output", usage.output());
        cooldownNotices.ifPresent(told -> object.set("cooldown", ApiErrorFormat.of(told)));
        return object;
    }
}
