/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/**
 * The chunks of a chat completion as one server spells them, in single quotes.
 *
 * @param head the fields before the choices, each with its comma
 * @param inChoice the fields of a choice between delta and finish reason, with a comma before each
 * @param tail the fields after the choices, with a comma before each
 */
record ChatChunks(String head, String inChoice, String tail) {
    /** A chunk with that delta. */
    String delta(String delta) {
        return chunk(delta, "null", tail);
    }

    /** A chunk with that piece of the answer. */
    String text(String piece) {
        return delta("{'content':'" + piece + "'}");
    }

    /** A chunk that bears a finish reason and no text. */
    String last(String reason) {
        return chunk("{}", "'" + reason + "'", tail);
    }

    /** A chunk that bears a finish reason and other fields of its own at its end. */
    String last(String reason, String ownTail) {
        return chunk("{}", "'" + reason + "'", ownTail);
    }

    /** A chunk with all that can differ; the reason with its quotes. */
    String chunk(String delta, String reason, String ownTail) {
        return "{" + head + "'choices':[{'index':0,'delta':" + delta + inChoice
                + ",'finish_reason':" + reason + "}]" + ownTail + "}";
    }

    /** A chunk without choices that bears the usage. */
    String usage(String usage) {
        return "{" + head + "'choices':[],'usage':" + usage + "}";
    }
}
