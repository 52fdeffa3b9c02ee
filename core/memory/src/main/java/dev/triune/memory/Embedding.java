/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import java.util.Base64;
import java.util.List;

/**
 * The direction of a text in a model's space of meanings, with a byte for each dimension. Immutable.
 *
 * <p>Two are compared by the cosine of their angle. The {@link #signs} alone are compared a hundred times as
 * fast, and find the few that are worth it.
 */
final class Embedding {
    /** The most dimensions that are accepted. */
    private static final int MOST_DIMENSIONS = 16_384;

    private final byte[] values;
    private final double length;

    private Embedding(byte[] values) {
        this.values = values;
        long sum = 0;
        for (byte value : values) {
            sum += (long) value * value;
        }
        this.length = Math.sqrt((double) sum);
    }

    /**
     * Creates an embedding of numbers.
     *
     * @throws IllegalArgumentException if there are none or too many, or they are infinite or all 0
     */
    static Embedding of(float... numbers) {
        float most = 0;
        for (float number : numbers) {
            most = Float.isFinite(number)
                    ? Math.max(most, Math.abs(number))
                    : Float.POSITIVE_INFINITY;
        }
        if (!(most > 0) || Float.isInfinite(most) || numbers.length > MOST_DIMENSIONS) {
            throw new IllegalArgumentException("an embedding of " + numbers.length
                    + " numbers up to " + most + " (expected 1 to " + MOST_DIMENSIONS
                    + " finite numbers, not all 0)");
        }
        byte[] values = new byte[numbers.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = (byte) Math.round(numbers[i] / most * Byte.MAX_VALUE);
        }
        return new Embedding(values);
    }

    /** Reads what {@link #toString} wrote. */
    static Embedding parse(String text) {
        byte[] values = Base64.getDecoder().decode(text);
        if (values.length == 0 || values.length > MOST_DIMENSIONS) {
            throw new IllegalArgumentException("an embedding of " + values.length + " numbers");
        }
        return new Embedding(values);
    }

    /** Returns the mean of embeddings of one model, of which each counts half as much as the one before. */
    static Embedding mean(List<Embedding> all) {
        float[] sum = new float[all.get(0).values.length];
        double weight = 1;
        for (Embedding each : all) {
            for (int i = 0; i < Math.min(sum.length, each.values.length); i++) {
                sum[i] += (float) (weight * each.values[i] / each.length);
            }
            weight /= 2;
        }
        return of(sum);
    }

    /** Returns the number of words of {@link #signs}. */
    int words() {
        return (values.length + Long.SIZE - 1) / Long.SIZE;
    }

    /** Writes a bit for each dimension, whether it is negative. */
    void signs(long[] into, int from) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] < 0) {
                into[from + i / Long.SIZE] |= 1L << i;
            }
        }
    }

    /** Returns how alike the texts are, -1 to 1; 0 if the embeddings are of two models. */
    float similarity(Embedding other) {
        if (other.values.length != values.length) {
            return 0;
        }
        int dot = 0;
        for (int i = 0; i < values.length; i++) {
            dot += values[i] * other.values[i];
        }
        return (float) (dot / (length * other.length));
    }

    @Override
    public String toString() {
        return Base64.getEncoder().encodeToString(values);
    }
}
