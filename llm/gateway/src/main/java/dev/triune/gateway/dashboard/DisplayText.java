/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;

/** Truncates and cleans texts of clients for display. */
final class DisplayText {
    static final int MAX_NAME_LENGTH = 64;

    static final int MAX_PROMPT_LENGTH = 80;

    private static final int MAX_MESSAGE_LENGTH = 200;

    private DisplayText() {}

    static String name(String text) {
        return truncate(text, MAX_NAME_LENGTH);
    }

    static String message(String text) {
        return truncate(text, MAX_MESSAGE_LENGTH);
    }

    /** Returns the beginning of the last user message of a prompt, on one line. */
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

    /** Truncates a text to one line of at most {@code maxLength} characters. */
    static String truncate(String text, int maxLength) {
        int end = Math.min(text.length(), maxLength);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--; // not half a surrogate pair
        }
        StringBuilder shown = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            shown.append(isPrintable(c) ? c : ' ');
        }
        return end < text.length() ? shown.append('…').toString() : shown.toString();
    }

    /** Whether a character affects neither the terminal nor the writing direction. */
    private static boolean isPrintable(char c) {
        return !Character.isISOControl(c)
                && c != '\u2028'
                && c != '\u2029'
                && (Character.getType(c) != Character.FORMAT || c == '\u200D');
    }
}
