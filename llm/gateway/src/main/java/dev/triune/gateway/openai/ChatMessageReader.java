/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/** Reads the messages of a chat completion. */
final class ChatMessageReader {
    private static final int MAX_TEXT_LENGTH = Integer.MAX_VALUE; // the body as a whole is bounded
    private static final int MAX_MESSAGES = 10_000;
    private static final int MAX_NAME_LENGTH = 128;

    private ChatMessageReader() {}

    /** Reads the field {@code messages}. */
    static Prompt read(RequestFields requestFields) throws ProblemException {
        Optional<List<RequestFields>> messages = requestFields.objects("messages", MAX_MESSAGES);
        if (messages.isEmpty() || messages.get().isEmpty()) {
            throw requestFields.invalid("messages", "at least one message");
        }
        List<Message> list = new ArrayList<>();
        for (RequestFields message : messages.get()) {
            Message.Role role = role(message);
            UnsupportedParameters.rejectInMessage(message);
            list.add(new Message(role, content(message)));
        }
        return new Prompt(list);
    }

    private static Message.Role role(RequestFields message) throws ProblemException {
        return switch (message.text("role", MAX_NAME_LENGTH)) {
            case "system", "developer" -> Message.Role.SYSTEM;
            case "user" -> Message.Role.USER;
            case "assistant" -> Message.Role.ASSISTANT;
            default -> throw message.invalid("role", "system, developer, user or assistant");
        };
    }

    private static String content(RequestFields message) throws ProblemException {
        Optional<JsonNode> content = message.get("content");
        if (content.isEmpty()) {
            throw message.invalid("content", "text, or a list of parts of text");
        }
        return content.get().isArray() ? parts(message) : message.text("content", MAX_TEXT_LENGTH);
    }

    /** Joins the parts with line breaks. */
    private static String parts(RequestFields message) throws ProblemException {
        StringJoiner text = new StringJoiner("\n");
        for (RequestFields part : message.objects("content", MAX_MESSAGES).orElse(List.of())) {
            if (!part.text("type", MAX_NAME_LENGTH).equals("text")) {
                throw part.rejected("type", "is not supported by this gateway (expected text)");
            }
            if (part.get("text").isEmpty()) {
                throw part.invalid("text", "text");
            }
            text.add(part.text("text", MAX_TEXT_LENGTH));
        }
        return text.toString();
    }
}
