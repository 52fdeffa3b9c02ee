/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;

/** Text that clients chose, cut to what is shown of it. */
final class Shown {
    /** Characters of a name that are shown. */
    static final int MOST_NAME = 64;

    /** Characters of a prompt that are shown, where prompts are. */
    static final int MOST_PROMPT = 80;

    private Shown() {}

    /** A name. */
    static String name(String text) {
        return cut(text, MOST_NAME);
    }

    /** How the last question of a prompt begins, on one line. */
    static String prompt(Request<?> request) {
        return request.prompt().render().map(Shown::question).orElse("");
    }

    private static String question(Prompt prompt) {
        String question = "";
        for (Message message : prompt.messages()) {
            if (message.role() == Message.Role.USER) {
                question = message.text();
            }
        }
        return cut(question, MOST_PROMPT);
    }

    /** The first characters, of which none breaks the line. */
    static String cut(String text, int most) {
        int end = Math.min(text.length(), most);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--; // not half a character
        }
        StringBuilder shown = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            shown.append(isHarmless(c) ? c : ' ');
        }
        return end < text.length() ? shown.append('…').toString() : shown.toString();
    }

    /** Whether it moves nothing but itself: no control of terminals or of the writing direction. */
    private static boolean isHarmless(char c) {
        return !Character.isISOControl(c)
                && c != '\u2028'
                && c != '\u2029'
                && (Character.getType(c) != Character.FORMAT || c == '\u200D');
    }
}
