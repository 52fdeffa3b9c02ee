/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.Json;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers in the format of the games' API. */
final class AnswerJson {
    private AnswerJson() {}

    /**
     * Writes an answer.
     *
     * @param text the whole text; null if it was streamed
     * @param cooldown when the game should send its next request; null if that is not known
     */
    static ObjectNode of(
            @Nullable String text, Outcome.Finished answered, @Nullable CooldownNotice cooldown) {
        ObjectNode object = Json.object();
        if (text != null) {
            object.put("text", text);
        }
        Usage usage = answered.usage();
        object.put("model", answered.model())
                .put("tokensUsed", usage.total())
                .put("provider", answered.provider())
                .put("finishReason", answered.finishReason().code());
        ObjectNode counts = object.putObject("usage")
                .put("input", usage.input())
                .put("cacheRead", usage.cacheRead())
                .put("cacheWrite", usage.cacheWrite())
                .put("output", usage.output());
        if (usage.estimated()) {
            counts.put("estimated", true);
        }
        if (cooldown != null) {
            object.set("cooldown", ApiErrorFormat.of(cooldown));
        }
        return object;
    }
}
