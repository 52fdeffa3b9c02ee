/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.server.Fields;
import dev.triune.gateway.session.Refused;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/** Reads the messages of a chat completion. */
final class ChatMessages {
    private static final int MOST_TEXT = Integer.MAX_VALUE; // the body as a whole is bounded
    private static final int MOST_MESSAGES = 10_000;
    private static final int MOST_NAME = 128;

    private ChatMessages() {}

    /** Reads the field {@code messages}. */
    static Prompt read(Fields fields) throws Refused {
        Optional<List<Fields>> messages = fields.objects("messages", MOST_MESSAGES);
        if (messages.isEmpty() || messages.get().isEmpty()) {
            throw fields.wrong("messages", "at least one message");
        }
        List<Message> list = new ArrayList<>();
        for (Fields message : messages.get()) {
            Message.Role role = role(message);
            Uncarried.refuseInMessage(message);
            list.add(new Message(role, content(message)));
        }
        return new Prompt(list);
    }

    private static Message.Role role(Fields message) throws Refused {
        return switch (message.text("role", MOST_NAME)) {
            case "system", "developer" -> Message.Role.SYSTEM;
            case "user" -> Message.Role.USER;
            case "assistant" -> Message.Role.ASSISTANT;
            default -> throw message.wrong("role", "system, developer, user or assistant");
        };
    }

    private static String content(Fields message) throws Refused {
        Optional<JsonNode> content = message.get("content");
        if (content.isEmpty()) {
            throw message.wrong("content", "text, or a list of parts of text");
        }
        return content.get().isArray() ? parts(message) : message.text("content", MOST_TEXT);
    }

    /** Each part begins a line, as servers do that have to make one text of them. */
    private static String parts(Fields message) throws Refused {
        StringJoiner text = new StringJoiner("\n");
        for (Fields part : message.objects("content", MOST_MESSAGES).orElse(List.of())) {
            if (!part.text("type", MOST_NAME).equals("text")) {
                throw part.refuse("type", "is not supported by this gateway (expected text)");
            }
            if (part.get("text").isEmpty()) {
                throw part.wrong("text", "text");
            }
            text.add(part.text("text", MOST_TEXT));
        }
        return text.toString();
    }
}
