/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

/** Thrown for a file that cannot be used. The message is one line, without the file's name. */
public final class UnusableFileException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. */
    public UnusableFileException(String message) {
        super(message);
    }
}
