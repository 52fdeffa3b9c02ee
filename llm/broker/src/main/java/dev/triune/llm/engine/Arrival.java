/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;

/** Something that came from another thread for the owner to take in. Immutable. */
sealed interface Arrival {
    /** Something of a call. */
    sealed interface OfCall extends Arrival {
        /** The call it belongs to. */
        Flight<?> flight();
    }

    /** A decoded part of the answer; of the type of that flight's request. */
    record Part(Flight<?> flight, Object value) implements OfCall {}

    /** The answer is whole. */
    record Completed(Flight<?> flight, Usage usage) implements OfCall {}

    /** There is no answer, or no more of it. */
    record Failed(Flight<?> flight, CallFailure failure) implements OfCall {}

    /** A token that the request bears was cancelled. */
    record Withdrawn(Pending<?> pending) implements Arrival {}
}
