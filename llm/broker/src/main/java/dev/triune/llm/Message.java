/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.List;
import java.util.Objects;

/**
 * A message of a prompt. Immutable.
 *
 * @param text the text, which may be empty if an assistant only calls tools
 * @param toolCalls calls of an earlier answer; empty for other roles
 * @param toolCallId the id of the call whose result this is; empty unless the role is {@link
 *     Role#TOOL}
 * @param images addresses of images in addition to the text, on the web or as {@code data:}; empty
 *     unless the role is {@link Role#USER}
 * @param imageDetail how closely the model should look at the images, such as {@code low}, for
 *     servers that know this; empty for the server's own choice
 */
public record Message(
        Role role,
        String text,
        List<AnswerPart.ToolCall> toolCalls,
        String toolCallId,
        List<String> images,
        String imageDetail) {
    /** The speaker of a message. */
    public enum Role {
        /** Standing instructions. */
        SYSTEM,
        /** The question. */
        USER,
        /** An earlier answer of the model. */
        ASSISTANT,
        /** The result of a tool call. */
        TOOL
    }

    public Message {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(imageDetail, "imageDetail");
        toolCalls = List.copyOf(toolCalls);
        images = List.copyOf(images);
        if (!images.isEmpty() && role != Role.USER) {
            throw new IllegalArgumentException(
                    "images in a message of " + role + " (expected USER)");
        }
        if (!toolCalls.isEmpty() && role != Role.ASSISTANT) {
            throw new IllegalArgumentException(
                    "tool calls in a message of " + role + " (expected ASSISTANT)");
        }
        if (toolCallId.isEmpty() == (role == Role.TOOL)) {
            throw new IllegalArgumentException("toolCallId \"" + toolCallId + "\" in a message of "
                    + role + " (expected in messages of TOOL, and only there)");
        }
    }

    /** Creates a message whose images are looked at as the server chooses. */
    public Message(
            Role role,
            String text,
            List<AnswerPart.ToolCall> toolCalls,
            String toolCallId,
            List<String> images) {
        this(role, text, toolCalls, toolCallId, images, "");
    }

    /** Creates a message of plain text. */
    public Message(Role role, String text) {
        this(role, text, List.of(), "", List.of());
    }

    /** Returns this message with another detail of its images. */
    public Message withImageDetail(String detail) {
        return new Message(role, text, toolCalls, toolCallId, images, detail);
    }

    /** Creates a message of standing instructions. */
    public static Message system(String text) {
        return new Message(Role.SYSTEM, text);
    }

    /** Creates a question. */
    public static Message user(String text) {
        return new Message(Role.USER, text);
    }

    /** Creates a question with images at these addresses, on the web or as {@code data:}. */
    public static Message user(String text, List<String> images) {
        return new Message(Role.USER, text, List.of(), "", images);
    }

    /** Creates an earlier answer of the model. */
    public static Message assistant(String text) {
        return new Message(Role.ASSISTANT, text);
    }

    /** Creates an earlier answer of the model that contains tool calls. */
    public static Message assistant(String text, List<AnswerPart.ToolCall> toolCalls) {
        return new Message(Role.ASSISTANT, text, toolCalls, "", List.of());
    }

    /** Creates the result of a tool call. */
    public static Message tool(String toolCallId, String result) {
        return new Message(Role.TOOL, result, List.of(), toolCallId, List.of());
    }

    /** Returns a text without the prompt, which must not appear in logs. */
    @Override
    public String toString() {
        return "Message[" + role + ", " + text.length() + " characters]";
    }
}
