/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Objects;

/**
 * One message of a prompt. Immutable.
 *
 * @param role who speaks
 * @param text what is said
 */
public record Message(Role role, String text) {
    /** Who speaks in a prompt. */
    public enum Role {
        /** Standing instructions. */
        SYSTEM,
        /** The question. */
        USER,
        /** An earlier answer of the model. */
        ASSISTANT
    }

    /** Refuses nulls. */
    public Message {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(text, "text");
    }

    /** Standing instructions. */
    public static Message system(String text) {
        return new Message(Role.SYSTEM, text);
    }

    /** The question. */
    public static Message user(String text) {
        return new Message(Role.USER, text);
    }

    /** Hides the text: a prompt belongs in no log. */
    @Override
    public String toString() {
        return "Message[" + role + ", " + text.length() + " characters]";
    }
}
