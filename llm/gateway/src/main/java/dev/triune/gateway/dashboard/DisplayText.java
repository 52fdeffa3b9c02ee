/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;

/** Text that clients chose, cut to what is shown of it. */
final class DisplayText {
    /** Characters of a name that are shown. */
    static final int MAX_NAME_LENGTH = 64;

    /** Characters of a prompt that are shown, where prompts are. */
    static final int MAX_PROMPT_LENGTH = 80;

    private DisplayText() {}

    /** A name. */
    static String name(String text) {
        return truncate(text, MAX_NAME_LENGTH);
    }

    /** How the last question of a prompt begins, on one line. */
    static String prompt(Request<?> request) {
        return request.prompt().render().map(DisplayText::lastQuestion).orElse("");
    }

    private static String lastQuestion(Prompt prompt) {
        String question = "";
        for (Message message : prompt.messages()) {
            if (message.role() == Message.Role.USER) {
                question = message.text();
            }
        }
        return truncate(question, MAX_PROMPT_LENGTH);
    }

    /** The first characters, of which none breaks the line. */
    static String truncate(String text, int most) {
        int end = Math.min(text.length(), most);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--; // not half a character
        }
        StringBuilder shown = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            shown.append(isPrintable(c) ? c : ' ');
        }
        return end < text.length() ? shown.append('…').toString() : shown.toString();
    }

    /** Whether it moves nothing but itself: no control of terminals or of the writing direction. */
    private static boolean isPrintable(char c) {
        return !Character.isISOControl(c)
                && c != '\u2028'
                && c != '\u2029'
                && (Character.getType(c) != Character.FORMAT || c == '\u200D');
    }
}
