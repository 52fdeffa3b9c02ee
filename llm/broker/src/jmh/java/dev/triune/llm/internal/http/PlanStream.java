/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.util.ArrayList;
import java.util.List;

/**
 * The events of a plan of 2 kB, as streamed by a server of the OpenAI family, about five characters
 * each.
 */
final class PlanStream {
    /** The number of actions in the plan. */
    static final int ACTIONS = 18;

    private static final int TOKEN_CHARACTERS = 5;

    private PlanStream() {}

    static List<String> events() {
        List<String> events = new ArrayList<>();
        events.add(chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null"));
        String plan = plan();
        for (int from = 0; from < plan.length(); from += TOKEN_CHARACTERS) {
            String token = plan.substring(from, Math.min(plan.length(), from + TOKEN_CHARACTERS));
            events.add(chunk("{\"content\":\"" + token.replace("\"", "\\\"") + "\"}", "null"));
        }
        events.add(chunk("{}", "\"stop\""));
        events.add("data: {\"id\":\"chatcmpl-7f3a9c51\",\"object\":\"chat.completion.chunk\","
                + "\"created\":1700000000,\"model\":\"openai/gpt-oss-20b\",\"choices\":[],\"usage\":{"
                + "\"prompt_tokens\":420,\"completion_tokens\":410,\"total_tokens\":830}}\n\n");
        events.add("data: [DONE]\n\n");
        return events;
    }

    private static String plan() {
        StringBuilder plan = new StringBuilder("{\"thinking\":\"It is getting cold, the storm comes"
                + " tomorrow, and there is no roof yet over the store. Oren asked for help with the"
                + " well, but that can wait until the wood is in.\",\"action\":[");
        for (int i = 0; i < ACTIONS; i++) {
            plan.append(i == 0 ? "" : ",")
                    .append("{\"type\":\"gather\",\"target\":\"wood\",\"amount\":")
                    .append(i + 1)
                    .append(",\"reason\":\"for the roof of the store\"}");
        }
        return plan.append(
                        "],\"speaking\":\"A fire before the night, or we freeze again.\",\"goal\":{"
                                + "\"type\":\"personal\",\"description\":\"a roof before the storm\"}}")
                .toString();
    }

    private static String chunk(String delta, String reason) {
        return "data: {\"id\":\"chatcmpl-7f3a9c51\",\"object\":\"chat.completion.chunk\","
                + "\"created\":1700000000,\"model\":\"openai/gpt-oss-20b\","
                + "\"system_fingerprint\":\"fp_44709d6fcb\",\"choices\":[{\"index\":0,\"delta\":"
                + delta + ",\"logprobs\":null,\"finish_reason\":" + reason + "}]}\n\n";
    }
}
