/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

/** A save that cannot be loaded. The message says what was found, what is expected, what to do. */
public final class InvalidSaveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidSaveException(String message) {
        super(message);
    }

    InvalidSaveException(String message, Throwable cause) {
        super(message, cause);
    }
}
