/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

/**
 * A running checksum (FNV-1a, 64 bits) of all that matters in a world: two runs that agree in it
 * went the same way. Not thread-safe.
 */
final class Fingerprint {
    private static final long PRIME = 0x100000001b3L;
    private long hash = 0xcbf29ce484222325L;

    /** The checksum as a number, for saves. */
    long value() {
        return hash;
    }

    /** Goes on from there. */
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

    /** The checksum so far, 16 hexadecimal digits. */
    String hex() {
        return String.format("%016x", hash);
    }
}
