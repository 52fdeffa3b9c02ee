/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A key or another text that must not be shown. Immutable. */
public final class Secret {
    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /** Creates a secret. */
    public static Secret of(String value) {
        return new Secret(value);
    }

    /** Returns the text itself, to send it. */
    public String reveal() {
        return value;
    }

    /**
     * Returns this secret, if a request can carry it in a header.
     *
     * @param what what the secret is, for the message, which tells its length only
     * @throws IllegalArgumentException if it is empty, or has anything but printable ASCII
     */
    public Secret requireSendable(String what) {
        if (value.isEmpty() || !value.chars().allMatch(letter -> letter > ' ' && letter < 0x7f)) {
            throw new IllegalArgumentException(what + " of " + value.length() + " characters"
                    + " (expected printable ASCII; was a line break copied with it?)");
        }
        return this;
    }

    /** Compares in constant time, independent of the first difference. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes(), secret.bytes());
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** Returns three stars for any text. */
    @Override
    public String toString() {
        return "***";
    }

    private byte[] bytes() {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
