/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

/**
 * A running checksum (FNV-1a, 64 bits) of a world's state: runs with equal checksums took the same
 * course. Not thread-safe.
 */
final class Fingerprint {
    private static final long PRIME = 0x100000001b3L;
    private long hash = 0xcbf29ce484222325L;

    /** Returns the checksum as a number, for saves. */
    long value() {
        return hash;
    }

    /** Continues from a saved checksum. */
    void resume(long value) {
        hash = value;
    }

    Fingerprint add(long value) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            hash = (hash ^ (value >>> shift & 0xff)) * PRIME;
        }
        return this;
    }

    Fingerprint add(float value) {
        return add(Float.floatToIntBits(value));
    }

    Fingerprint add(String text) {
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
        return add(text.length());
    }

    /** Returns the checksum so far, 16 hexadecimal digits. */
    String hex() {
        return String.format("%016x", hash);
    }
}
