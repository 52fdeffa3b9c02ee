/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.AnswerPart;

/** A tool call of an answer, or a piece of one. Not thread-safe. */
final class ToolCallDraft {
    private static final String NO_ARGUMENTS = "{}";

    private final StringBuilder arguments = new StringBuilder();
    private long index = -1;
    private String id = "";
    private String type = "";
    private String name = "";

    /** Sets a field, in the spelling of any family. */
    void field(String field, JsonEventReader value) {
        switch (field) {
            case "index" -> index = value.isNumber() ? value.tokens() : index;
            case "id" -> id = value.text();
            case "type" -> type = value.text();
            case "name" -> name = value.text();
            case "function" -> value.fields(this::field);
            case "arguments", "input" ->
                arguments.append(value.isObject() ? value.json() : value.text());
            case "partial_json" -> arguments.append(value.text());
            default -> {}
        }
    }

    boolean isA(String blockType) {
        return type.equals(blockType);
    }

    /** Drops the arguments of a block whose real arguments follow. */
    void dropArguments() {
        arguments.setLength(0);
    }

    int length() {
        return id.length() + name.length() + arguments.length();
    }

    /** Whether a piece continues this call, by its index, and its id or name if it has one. */
    boolean isContinuedBy(ToolCallDraft piece) {
        if (index != piece.index) {
            return false;
        }
        return piece.id.isEmpty()
                ? index >= 0 || piece.name.isEmpty()
                : id.isEmpty() || id.equals(piece.id);
    }

    void add(ToolCallDraft piece) {
        id = id.isEmpty() ? piece.id : id;
        name = name.isEmpty() ? piece.name : name;
        arguments.append(piece.arguments);
    }

    /** Returns the complete call; its id is its index in the answer if the server sent none. */
    AnswerPart.ToolCall toolCall(int position) {
        return new AnswerPart.ToolCall(
                id.isEmpty() ? "call_" + position : id,
                name,
                arguments.length() == 0 ? NO_ARGUMENTS : arguments.toString());
    }
}
