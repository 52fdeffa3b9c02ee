/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a model of the architecture "llama" in GGUF, its matrices in blocks of 8 bits (Q8_0). */
final class GgufWriter {
    private static final int ALIGNMENT = 32;
    private static final int BLOCK = 32;
    private static final int FLOATS = 0;
    private static final int BLOCKS = 8;
    private static final int UNSIGNED = 4;
    private static final int SIGNED = 5;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private GgufWriter() {}

    /** A matrix, row by row, or the single row of a norm. */
    record Weights(int rows, int columns, float[] numbers) {}

    static void write(Path file, Vocabulary vocabulary, Map<String, Weights> tensors)
            throws IOException {
        Map<String, Object> entries = new LinkedHashMap<>();
        entries.put("general.architecture", "llama");
        entries.put("general.name", "triune-village");
        entries.put("llama.context_length", Network.CONTEXT);
        entries.put("llama.embedding_length", Network.WIDTH);
        entries.put("llama.block_count", Network.LAYERS);
        entries.put("llama.feed_forward_length", Network.INNER);
        entries.put("llama.attention.head_count", Network.HEADS);
        entries.put("llama.attention.layer_norm_rms_epsilon", Network.EPSILON);
        entries.put("llama.rope.dimension_count", Network.WIDTH / Network.HEADS);
        entries.put("tokenizer.ggml.model", "llama");
        entries.put("tokenizer.ggml.tokens", vocabulary.texts);
        entries.put("tokenizer.ggml.scores", vocabulary.scores);
        entries.put("tokenizer.ggml.token_type", vocabulary.types);
        entries.put("tokenizer.ggml.unknown_token_id", 0);
        entries.put("tokenizer.ggml.bos_token_id", Vocabulary.BEGIN);
        entries.put("tokenizer.ggml.eos_token_id", Vocabulary.END);
        entries.put("tokenizer.ggml.add_space_prefix", false);
        Files.write(file, new GgufWriter().bytes(entries, tensors));
    }

    private byte[] bytes(Map<String, Object> entries, Map<String, Weights> tensors) {
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
        for (Map.Entry<String, Weights> entry : tensors.entrySet()) {
            Weights tensor = entry.getValue();
            boolean norm = tensor.rows() == 1;
            text(entry.getKey());
            number(norm ? 1 : 2, 4);
            number(tensor.columns(), 8);
            if (!norm) {
                number(tensor.rows(), 8);
            }
            number(norm ? FLOATS : BLOCKS, 4);
            number(offset, 8);
            long count = tensor.numbers().length;
            offset += padded(norm ? 4 * count : count / BLOCK * (BLOCK + 2));
        }
        pad();
        for (Weights tensor : tensors.values()) {
            weights(tensor);
            pad();
        }
        return out.toByteArray();
    }

    private void weights(Weights tensor) {
        float[] weights = tensor.numbers();
        if (tensor.rows() == 1) {
            for (float weight : weights) {
                number(Float.floatToIntBits(weight), 4);
            }
            return;
        }
        for (int start = 0; start < weights.length; start += BLOCK) {
            float most = 0;
            for (int i = start; i < start + BLOCK; i++) {
                most = Math.max(most, Math.abs(weights[i]));
            }
            float scale = most / 127;
            number(half(scale), 2);
            for (int i = start; i < start + BLOCK; i++) {
                out.write(scale == 0 ? 0 : Math.round(weights[i] / scale));
            }
        }
    }

    /** Returns a positive number below 65,504 with 16 bits. */
    private static int half(float number) {
        int bits = Float.floatToIntBits(number);
        int exponent = (bits >> 23) - 127 + 15;
        if (exponent <= 0) { // subnormal
            return Math.round(number * (1 << 24));
        }
        return ((exponent << 23 | bits & 0x7fffff) + 0x1000) >> 13; // may carry into the exponent
    }

    private static int typeOf(Object value) {
        if (value instanceof List<?>) {
            return 9;
        }
        if (value instanceof Boolean) {
            return 7;
        }
        return value instanceof String ? 8 : value instanceof Float ? 6 : UNSIGNED;
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

    private static long padded(long size) {
        return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
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
