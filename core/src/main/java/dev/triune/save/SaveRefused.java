/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.save;

/** A save that cannot be loaded. The message says what was found, what is expected, what to do. */
public final class SaveRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SaveRefused(String message) {
        super(message);
    }

    SaveRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
