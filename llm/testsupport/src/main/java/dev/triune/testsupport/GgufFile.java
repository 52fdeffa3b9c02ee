/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A language model to be written in GGUF: a header of entries, and tensors. Not thread-safe. */
public final class GgufFile {
    private static final int ALIGNMENT = 32;
    private static final int BLOCK = 32;
    private static final int FLOATS = 0;
    private static final int BLOCKS_OF_8_BITS = 8;

    private static final int UNSIGNED = 4;
    private static final int SIGNED = 5;
    private static final int DECIMAL = 6;
    private static final int TRUTH = 7;
    private static final int TEXT = 8;
    private static final int LIST = 9;

    private final Map<String, Object> entries;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<Tensor> tensors = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Tensor(String name, int[] shape, int type, byte[] data) {}

    /**
     * Creates a file without tensors.
     *
     * @param entries texts, whole numbers, floats, truth values, and lists of one of them
     */
    public GgufFile(Map<String, Object> entries) {
        this.entries = new LinkedHashMap<>(entries);
    }

    /** Adds a tensor of floats; the first size of its shape is that of a row. */
    public GgufFile floats(String name, int[] shape, float[] values) {
        for (float value : values) {
            number(Float.floatToIntBits(value), 4);
        }
        return add(name, shape, FLOATS);
    }

    /** Adds a tensor rounded to 8 bits (Q8_0), whose rows have a multiple of 32 values. */
    public GgufFile rounded(String name, int[] shape, float[] values) {
        for (int start = 0; start < values.length; start += BLOCK) {
            float most = 0;
            for (int i = start; i < start + BLOCK; i++) {
                most = Math.max(most, Math.abs(values[i]));
            }
            float scale = most / Byte.MAX_VALUE;
            number(half(scale), 2);
            for (int i = start; i < start + BLOCK; i++) {
                out.write(scale == 0 ? 0 : Math.round(values[i] / scale));
            }
        }
        return add(name, shape, BLOCKS_OF_8_BITS);
    }

    private GgufFile add(String name, int[] shape, int type) {
        pad();
        tensors.add(new Tensor(name, shape, type, out.toByteArray()));
        out.reset();
        return this;
    }

    /** Returns a number from 0 to 65,504 in 16 bits. */
    private static int half(float number) {
        int bits = Float.floatToIntBits(number);
        int exponent = (bits >> 23) - 127 + 15;
        return exponent <= 0
                ? Math.round(number * (1 << 24)) // subnormal
                : ((exponent << 23) + (bits & 0x7f_ffff) + 0x1000) >> 13; // may carry
    }

    /** Writes the file. */
    public Path write(Path file) throws IOException {
        out.writeBytes("GGUF".getBytes(StandardCharsets.US_ASCII));
        number(3, 4);
        number(tensors.size(), 8);
        number(entries.size(), 8);
        entries.forEach((key, value) -> {
            text(key);
            number(typeOf(value), 4);
            value(value);
        });
        long offset = 0;
        for (Tensor tensor : tensors) {
            text(tensor.name());
            number(tensor.shape().length, 4);
            for (int size : tensor.shape()) {
                number(size, 8);
            }
            number(tensor.type(), 4);
            number(offset, 8);
            offset += tensor.data().length;
        }
        pad();
        tensors.forEach(tensor -> out.writeBytes(tensor.data()));
        return Files.write(file, out.toByteArray());
    }

    private static int typeOf(Object value) {
        if (value instanceof List<?>) {
            return LIST;
        }
        if (value instanceof Boolean) {
            return TRUTH;
        }
        return value instanceof String ? TEXT : value instanceof Float ? DECIMAL : UNSIGNED;
    }

    private void value(Object value) {
        if (value instanceof List<?> list) {
            int type = typeOf(list.get(0));
            number(type == UNSIGNED ? SIGNED : type, 4); // llama.cpp wants token types with a sign
            number(list.size(), 8);
            list.forEach(this::value);
        } else if (value instanceof Boolean truth) {
            out.write(truth ? 1 : 0);
        } else if (value instanceof String text) {
            text(text);
        } else if (value instanceof Float decimal) {
            number(Float.floatToIntBits(decimal), 4);
        } else {
            number(((Number) value).longValue(), 4);
        }
    }

    private void pad() {
        while (out.size() % ALIGNMENT != 0) {
            out.write(0);
        }
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length, 8);
        out.writeBytes(bytes);
    }

    private void number(long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >>> (8 * i)));
        }
    }
}
