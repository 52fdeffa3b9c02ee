/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.provider.ModelCall;

/**
 * The maximum number of tokens of a prompt. Every token stands for at least one byte, so a text has
 * at most as many tokens as bytes; roles, tools and schemas have a margin. A mean of other prompts
 * would not do: a prompt of rare characters has four times as many tokens.
 */
final class PromptBound {
    /** The tokens around a message: its role, separators, a name. */
    private static final long MESSAGE = 16;

    /** The tokens that a provider adds to explain tools. */
    private static final long TOOLS = 600;

    /** The tokens of an image, which vary from about 85 to 5,000. */
    private static final long IMAGE = 5_000;

    /** A schema's size in characters may be in other alphabets, and is written with quotes. */
    private static final long BYTES_PER_CHARACTER = 4;

    private PromptBound() {}

    static long tokens(ModelCall call) {
        long tokens = MESSAGE;
        for (Message message : call.prompt().messages()) {
            tokens += MESSAGE + bytes(message.text()) + IMAGE * message.images().size();
            tokens += bytes(message.toolCallId());
            for (ToolCall toolCall : message.toolCalls()) {
                tokens += MESSAGE
                        + bytes(toolCall.id())
                        + bytes(toolCall.name())
                        + bytes(toolCall.arguments());
            }
        }
        if (!call.options().tools().isEmpty()) {
            tokens += TOOLS;
        }
        for (Tool tool : call.options().tools()) {
            tokens += MESSAGE
                    + bytes(tool.description())
                    + BYTES_PER_CHARACTER * tool.parameters().size();
        }
        return call.schema() == null
                ? tokens
                : tokens + BYTES_PER_CHARACTER * call.schema().size();
    }

    /** Returns the length in UTF-8 without encoding the text. */
    private static long bytes(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x800 && !Character.isSurrogate(c)) {
                bytes += 2;
            } else if (c >= 0x80) { // two bytes, or half of a pair of four
                bytes += 1;
            }
        }
        return bytes;
    }
}
