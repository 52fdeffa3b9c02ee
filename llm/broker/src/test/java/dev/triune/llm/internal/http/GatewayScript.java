/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Usage;
import tools.jackson.databind.json.JsonMapper;

/** Responses and events of a gateway, as documented in docs/gateway-api.md. */
final class GatewayScript {
    static final Usage USAGE = new Usage(100, 3, 2, 24);

    private GatewayScript() {}

    static String delta(String request, String text) {
        return event("\"type\":\"delta\"," + id(request) + "\"text\":" + quoted(text)
                + ",\"done\":false");
    }

    static String delta(String text) {
        return delta("", text);
    }

    static String complete(String request, Usage usage, String more) {
        return event("\"type\":\"complete\"," + id(request) + "\"response\":{\"model\":\"m\","
                + "\"tokensUsed\":" + usage.total() + ",\"provider\":\"groq\",\"usage\":{\"input\":"
                + usage.input() + ",\"cacheRead\":" + usage.cacheRead() + ",\"cacheWrite\":"
                + usage.cacheWrite() + ",\"output\":" + usage.output() + "}" + more + "}");
    }

    static String complete(String more) {
        return complete("", USAGE, more);
    }

    static String complete() {
        return complete("");
    }

    static String credits() {
        return event("\"type\":\"credits\",\"credits\":{\"available\":99,\"nextAvailableAt\":1}");
    }

    /** The end of a request that has no answer. */
    static String error(String request, String fields) {
        return event("\"type\":\"error\"," + id(request) + fields);
    }

    /** The object, with a comma before it. */
    static String cooldown(long waitMs, int activeGames) {
        return ",\"cooldown\":{\"nextAllowedAt\":1735927800000,\"waitMs\":" + waitMs
                + ",\"activeGames\":" + activeGames
                + ",\"rateLimit\":{\"requestsPerMinute\":30,\"effectiveRPM\":7.5}}";
    }

    /** The fields of an error, without braces. */
    static String fields(String code, int status, String message, String more) {
        return "\"error\":\"" + code + "\",\"message\":" + quoted(message) + ",\"status\":" + status
                + more;
    }

    static String event(String fields) {
        return "data: {" + fields + "}\n\n";
    }

    private static String id(String request) {
        return request.isEmpty() ? "" : "\"request_id\":" + quoted(request) + ",";
    }

    static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
