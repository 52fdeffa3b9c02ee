/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Shortens a server's message to one line without secrets and prompts. Thread-safe. */
public final class Redactor {
    static final int MAX_LENGTH = 200; // the maximum length of a redacted message
    private static final String REDACTED = "[redacted]";
    private static final Pattern BEARER = Pattern.compile("(?i)\\bbearer\\s+\\S+");
    private static final Pattern KEY = Pattern.compile("\\bsk-\\S+");

    /** White space and control characters, including Unicode line breaks and direction marks. */
    private static final Pattern SPACES = Pattern.compile("[\\s\\p{Cc}\\p{Cf}\\p{Z}]+");

    /** The number of consecutive characters of the prompt that counts as a quotation. */
    private static final int QUOTATION_LENGTH = 24;

    private static final int MIN_PROMPT_LENGTH = 8;

    private final List<String> secrets;

    public Redactor(List<String> secrets) {
        this.secrets = secrets.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** Redacts a message about a call with this prompt; may return an empty text. */
    String redact(String message, Prompt prompt) {
        String text = message;
        for (String secret : secrets) {
            text = text.replace(secret, REDACTED);
        }
        text = BEARER.matcher(text).replaceAll("Bearer " + REDACTED);
        text = KEY.matcher(text).replaceAll(REDACTED);
        text = SPACES.matcher(text).replaceAll(" ").strip();
        text = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
        return quotes(text, prompt) ? "(the server's message quotes the prompt)" : text;
    }

    private static boolean quotes(String text, Prompt prompt) {
        for (Message message : prompt.messages()) {
            String promptText = SPACES.matcher(message.text()).replaceAll(" ").strip();
            if (promptText.length() >= MIN_PROMPT_LENGTH && quotes(text, promptText)) {
                return true;
            }
        }
        return false;
    }

    private static boolean quotes(String text, String promptText) {
        int window = Math.min(QUOTATION_LENGTH, promptText.length());
        for (int from = 0; from + window <= text.length(); from++) {
            if (promptText.contains(text.substring(from, from + window))) {
                return true;
            }
        }
        return false;
    }
}
