/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A key, or another text that nobody is to see. Immutable. */
public final class Secret {
    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /** Keeps that text. */
    public static Secret of(String value) {
        return new Secret(value);
    }

    /** The text itself, for the one who sends it. */
    public String reveal() {
        return value;
    }

    /** Compares in a time that does not depend on where the two differ. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(bytes(), secret.bytes());
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** Three stars, whatever the text is. */
    @Override
    public String toString() {
        return "***";
    }

    private byte[] bytes() {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
