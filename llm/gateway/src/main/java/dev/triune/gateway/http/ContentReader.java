/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads messages and their content: a text, or a list of parts, as in all the protocols. */
public final class ContentReader {
    /** The maximum number of messages of a request, and of parts of a message. */
    public static final int MAX_MESSAGES = 10_000;

    /** The maximum length of a name. */
    public static final int MAX_NAME_LENGTH = 128;

    /** The maximum length of a text; the whole body has its own limit. */
    public static final int MAX_TEXT_LENGTH = Integer.MAX_VALUE;

    private static final Pattern IMAGE =
            Pattern.compile("(?s)(https?://.+|data:image/[a-z+.-]{1,20};base64,.+)");

    private ContentReader() {}

    /**
     * The content of a message. Immutable.
     *
     * @param text its texts, joined with line breaks
     * @param images addresses of images, on the web or as {@code data:}
     */
    public record Content(String text, List<String> images) {}

    /**
     * Reads a message in the form of chat completions.
     *
     * @throws ProblemException if it is invalid
     */
    public static Message message(RequestFields message) throws ProblemException {
        Message.Role role = ModelOptionsReader.role(message);
        List<ToolCall> calls = ModelOptionsReader.toolCalls(message);
        if (!calls.isEmpty() && role != Message.Role.ASSISTANT) {
            throw message.invalid("tool_calls", "none unless the role is assistant");
        }
        Content content = calls.isEmpty() || message.get("content").isPresent()
                ? read(message, "content")
                : new Content("", List.of());
        if (!content.images().isEmpty() && role != Message.Role.USER) {
            throw message.rejected("content", "has an image (expected images of the user only)");
        }
        return switch (role) {
            case TOOL ->
                Message.tool(message.requiredName("tool_call_id", MAX_NAME_LENGTH), content.text());
            case USER -> Message.user(content.text(), content.images());
            case ASSISTANT -> Message.assistant(content.text(), calls);
            case SYSTEM -> Message.system(content.text());
        };
    }

    /** Reads a required content. */
    public static Content read(RequestFields message, String field) throws ProblemException {
        Optional<JsonNode> content = message.get(field);
        if (content.isEmpty()) {
            throw message.invalid(field, "text, or a list of parts");
        }
        return content.get().isArray()
                ? parts(parts(message, field))
                : new Content(message.text(field, MAX_TEXT_LENGTH), List.of());
    }

    /** Reads the parts of a content, none if it is a text or missing. */
    public static List<RequestFields> parts(RequestFields message, String field)
            throws ProblemException {
        boolean list = message.get(field).map(JsonNode::isArray).orElse(false);
        return list ? message.objects(field, MAX_MESSAGES).orElse(List.of()) : List.of();
    }

    /** Reads texts and images. */
    public static Content parts(List<RequestFields> parts) throws ProblemException {
        StringJoiner text = new StringJoiner("\n");
        List<String> images = new ArrayList<>();
        for (RequestFields part : parts) {
            switch (part.text("type", MAX_NAME_LENGTH)) {
                case "text", "input_text", "output_text" -> text.add(text(part));
                case "image_url", "input_image" -> images.add(image(part));
                case "image" -> images.add(source(part));
                default ->
                    throw part.rejected(
                            "type", "is not supported by this gateway (expected text or an image)");
            }
        }
        return new Content(text.toString(), images);
    }

    private static String text(RequestFields part) throws ProblemException {
        if (part.get("text").isEmpty()) {
            throw part.invalid("text", "text");
        }
        return part.text("text", MAX_TEXT_LENGTH);
    }

    /**
     * Reads an image in either form of OpenAI: the address itself, or an object that contains it.
     */
    private static String image(RequestFields part) throws ProblemException {
        boolean object = part.get("image_url").map(JsonNode::isObject).orElse(false);
        RequestFields owner = object ? part.object("image_url").orElse(part) : part;
        String field = object ? "url" : "image_url";
        return address(owner, field, owner.text(field, MAX_TEXT_LENGTH));
    }

    private static String source(RequestFields part) throws ProblemException {
        RequestFields source =
                part.object("source").orElseThrow(() -> part.invalid("source", "an object"));
        return switch (source.text("type", MAX_NAME_LENGTH)) {
            case "url" -> address(source, "url", source.text("url", MAX_TEXT_LENGTH));
            case "base64" ->
                address(
                        source,
                        "media_type",
                        "data:" + source.requiredName("media_type", MAX_NAME_LENGTH) + ";base64,"
                                + source.text("data", MAX_TEXT_LENGTH));
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
