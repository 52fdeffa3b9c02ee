/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Reads messages and their content: a text, or a list of parts, as in all the protocols. */
public final class MessageReader {
    /** The maximum number of messages of a request, and of parts of a message. */
    public static final int MAX_MESSAGES = 10_000;

    /** The maximum length of a tool call's id, in which some servers put signatures. */
    public static final int MAX_ID_LENGTH = 1 << 16;

    private static final Pattern IMAGE =
            Pattern.compile("(?s)(https?://.+|data:image/[a-z+.-]{1,20};base64,.+)");

    private MessageReader() {}

    /** The words for the detail of images, the finest first. */
    private static final List<String> DETAILS = List.of("original", "high", "auto", "low");

    /**
     * The content of a message. Immutable.
     *
     * @param text its texts, joined with line breaks
     * @param images addresses of images, on the web or as {@code data:}
     * @param detail how closely to look at the images; empty for the provider's own choice
     */
    public record Content(String text, List<String> images, String detail) {
        /** No content. */
        public static final Content EMPTY = new Content("", List.of(), "");

        /** Returns it as a message of the user. */
        public Message user() {
            return Message.user(text, images).withImageDetail(detail);
        }
    }

    /** Reads a message in the form of chat completions. */
    public static Message message(RequestFields message) throws ProblemException {
        Message.Role role = role(message);
        List<ToolCall> calls = toolCalls(message);
        if (!calls.isEmpty() && role != Message.Role.ASSISTANT) {
            throw message.invalid("tool_calls", "none unless the role is assistant");
        }
        Content content = content(message, role, calls);
        return switch (role) {
            case TOOL ->
                Message.tool(message.requiredName("tool_call_id", MAX_ID_LENGTH), content.text());
            case USER -> content.user();
            case ASSISTANT -> Message.assistant(content.text(), calls);
            case SYSTEM -> Message.system(content.text());
        };
    }

    /** Reads the content, or for one of the assistant the words with which it refused. */
    private static Content content(RequestFields message, Message.Role role, List<ToolCall> calls)
            throws ProblemException {
        String refusal = role == Message.Role.ASSISTANT ? message.text("refusal") : "";
        boolean optional = !calls.isEmpty() || !refusal.isEmpty();
        Content content =
                optional && !message.has("content") ? Content.EMPTY : content(message, role);
        return content.text().isEmpty() && !refusal.isEmpty()
                ? new Content(refusal, content.images(), content.detail())
                : content;
    }

    /** Reads the role of a message. */
    public static Message.Role role(RequestFields message) throws ProblemException {
        return switch (message.word("role")) {
            case "system", "developer" -> Message.Role.SYSTEM;
            case "user" -> Message.Role.USER;
            case "assistant" -> Message.Role.ASSISTANT;
            case "tool" -> Message.Role.TOOL;
            default -> throw message.invalid("role", "system, user, assistant or tool");
        };
    }

    private static List<ToolCall> toolCalls(RequestFields message) throws ProblemException {
        List<ToolCall> calls = new ArrayList<>();
        for (RequestFields call : message.objects("tool_calls", ModelOptionsReader.MAX_TOOLS)) {
            RequestFields function = ModelOptionsReader.function(call);
            calls.add(new ToolCall(
                    call.requiredName("id", MAX_ID_LENGTH),
                    function.requiredName("name"),
                    function.text("arguments"),
                    extra(message, calls.isEmpty(), call)));
        }
        return calls;
    }

    /**
     * Returns what the provider wants back with a tool call, and of the message with its first call,
     * as JSON; empty if there is nothing.
     */
    private static String extra(RequestFields message, boolean first, RequestFields call) {
        ObjectNode extra = Json.object();
        for (String name : List.of("reasoning_content", "reasoning_details")) {
            if (first && message.has(name)) {
                extra.set(name, message.get(name));
            }
        }
        if (call.has("extra_content")) {
            extra.set("extra_content", call.get("extra_content"));
        }
        return extra.isEmpty() ? "" : new String(Json.bytes(extra), StandardCharsets.UTF_8);
    }

    /** Reads the required content of a message; only users may send images. */
    public static Content content(RequestFields message, Message.Role role)
            throws ProblemException {
        Content content = read(message, "content");
        if (!content.images().isEmpty() && role != Message.Role.USER) {
            throw message.rejected("content", "has an image (expected images of the user only)");
        }
        return content;
    }

    /** Reads a required content. */
    public static Content read(RequestFields message, String field) throws ProblemException {
        if (!message.has(field)) {
            throw message.invalid(field, "text, or a list of parts");
        }
        return message.get(field).isArray()
                ? parts(parts(message, field))
                : new Content(message.text(field), List.of(), "");
    }

    /** Reads the parts of a content, none if it is a text or missing. */
    public static List<RequestFields> parts(RequestFields message, String field)
            throws ProblemException {
        return message.get(field).isArray() ? message.objects(field, MAX_MESSAGES) : List.of();
    }

    /** Reads texts and images. */
    public static Content parts(List<RequestFields> parts) throws ProblemException {
        StringJoiner text = new StringJoiner("\n");
        List<String> images = new ArrayList<>();
        Set<String> details = new LinkedHashSet<>();
        for (RequestFields part : parts) {
            switch (part.word("type")) {
                case "text", "input_text", "output_text" -> text.add(text(part));
                case "image_url", "input_image" -> {
                    images.add(image(part));
                    details.add(detail(part));
                }
                case "image" -> {
                    images.add(source(part));
                    details.add("");
                }
                default ->
                    throw part.rejected(
                            "type", "is not supported by this gateway (expected text or an image)");
            }
        }
        return new Content(text.toString(), images, detail(details));
    }

    private static String detail(RequestFields part) throws ProblemException {
        RequestFields owner = part.get("image_url").isObject() ? part.object("image_url") : part;
        return owner.word("detail");
    }

    /** Returns the detail of all images of a message: the finest, as none must lose what it needs. */
    private static String detail(Set<String> details) {
        return details.size() == 1
                ? details.iterator().next()
                : DETAILS.stream().filter(details::contains).findFirst().orElse("");
    }

    private static String text(RequestFields part) throws ProblemException {
        if (!part.has("text")) {
            throw part.invalid("text", "text");
        }
        return part.text("text");
    }

    /**
     * Reads an image in either form of OpenAI: the address itself, or an object that contains it.
     */
    private static String image(RequestFields part) throws ProblemException {
        if (part.get("image_url").isObject()) {
            RequestFields owner = part.object("image_url");
            return address(owner, "url", owner.text("url"));
        }
        return address(part, "image_url", part.text("image_url"));
    }

    private static String source(RequestFields part) throws ProblemException {
        RequestFields source = part.requiredObject("source");
        return switch (source.word("type")) {
            case "url" -> address(source, "url", source.text("url"));
            case "base64" ->
                address(
                        source,
                        "media_type",
                        "data:" + source.requiredName("media_type") + ";base64,"
                                + source.text("data"));
            default -> throw source.invalid("type", "base64 or url");
        };
    }

    private static String address(RequestFields owner, String field, String address)
            throws ProblemException {
        if (!IMAGE.matcher(address).matches()) {
            throw owner.rejected(
                    field, "is no image (expected an address on the web, or base64 of an image)");
        }
        return address;
    }
}
