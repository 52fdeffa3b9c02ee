/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import java.util.random.RandomGenerator;

/** Texts that models send now and then in place of an answer. */
final class GarbageAnswers {
    private static final String[] TEXTS = {
        "I'm sorry, but I can't help with that.",
        "<html><body><h1>502 Bad Gateway</h1></body></html>",
        "{\"action\":[{\"type\":\"gather\",\"target\":\"wood\",\"amount\":",
        "{\"action\":[{\"type\":\"teleport\",\"to\":\"the moon\"}],\"speaking\":42}",
        "{\"action\":{\"type\":[\"gather\"],\"amount\":\"many\"}}",
        "<think>One might {\"action\": [{\"type\":\"gather\"",
        "{}",
        "```json\n[1, 2, 3]\n```",
        "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{",
        "\u0000\u0001\ud83d\ude00 \"}]}]}"
    };

    private GarbageAnswers() {}

    static String pick(RandomGenerator random) {
        return TEXTS[random.nextInt(TEXTS.length)];
    }
}
