/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;

/** Something that came from a provider for the owner to take in. Immutable. */
sealed interface Arrival {
    /** The call it belongs to. */
    Flight<?> flight();

    /** A decoded part of the answer; of the type of that flight's request. */
    record Part(Flight<?> flight, Object value) implements Arrival {}

    /** The answer is whole. */
    record Completed(Flight<?> flight, Usage usage) implements Arrival {}

    /** There is no answer, or no more of it. */
    record Failed(Flight<?> flight, CallFailure failure) implements Arrival {}
}
