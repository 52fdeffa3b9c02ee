/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Writes a language model of 43,000 random numbers, for tests that need no download: a GGUF file of
 * 180 KB whose answers are printable nonsense. The same seed gives the same file.
 */
public final class TinyGguf {
    /** The context of the model's training, in tokens. */
    public static final int CONTEXT = 16_384;

    private static final int WIDTH = 32;
    private static final int INNER = 64;
    private static final int LAYERS = 2;
    private static final int HEADS = 4;
    private static final int BYTES = 256;
    private static final int FIRST_TEXT = 3 + BYTES;

    private static final int UNKNOWN = 2;
    private static final int CONTROL = 3;
    private static final int BYTE = 6;
    private static final int NORMAL = 1;

    private final Map<String, Object> entries = new LinkedHashMap<>();
    private final Map<String, int[]> tensors = new LinkedHashMap<>();
    private final SplittableRandom random;

    private TinyGguf(long seed, String architecture) {
        this.random = new SplittableRandom(seed);
        vocabulary();
        entries.put("general.architecture", architecture);
        String own = architecture + ".";
        entries.put(own + "context_length", CONTEXT);
        entries.put(own + "embedding_length", WIDTH);
        entries.put(own + "block_count", LAYERS);
        entries.put(own + "feed_forward_length", INNER);
        entries.put(own + "attention.head_count", HEADS);
        entries.put(own + "attention.layer_norm_rms_epsilon", 1e-5f);
        entries.put(own + "rope.dimension_count", WIDTH / HEADS);
        if (!architecture.equals("llama")) {
            norms("attn_q_norm", WIDTH / HEADS);
            norms("attn_k_norm", WIDTH / HEADS);
            entries.put(own + "attention.key_length", WIDTH / HEADS);
            entries.put(own + "attention.value_length", WIDTH / HEADS);
        }
        if (architecture.equals("gemma3")) {
            norms("post_attention_norm", WIDTH);
            norms("post_ffw_norm", WIDTH);
            entries.put(own + "attention.sliding_window", 512);
            entries.put(own + "attention.head_count_kv", HEADS);
        }
    }

    private void norms(String name, int width) {
        for (int layer = 0; layer < LAYERS; layer++) {
            tensors.put("blk." + layer + "." + name + ".weight", new int[] {width});
        }
    }

    /**
     * Writes a model of an architecture: {@code llama}, {@code qwen3} or {@code gemma3}; returns
     * the file.
     */
    public static Path write(Path file, long seed, String architecture) throws IOException {
        return new TinyGguf(seed, architecture).write(file);
    }

    /** Writes a model with weights from a seed; returns the file. */
    public static Path write(Path file, long seed) throws IOException {
        return write(file, seed, Map.of());
    }

    /**
     * Writes a model with a modified header.
     *
     * @param changes texts and whole numbers in place of the default entries; an empty text removes
     *     an entry
     */
    public static Path write(Path file, long seed, Map<String, Object> changes) throws IOException {
        TinyGguf model = new TinyGguf(seed, "llama");
        model.entries.putAll(changes);
        model.entries.values().removeIf(""::equals);
        return model.write(file);
    }

    private Path write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        GgufFile written = new GgufFile(entries);
        tensors.forEach((name, shape) -> written.floats(name, shape, weights(name, shape)));
        return written.write(file);
    }

    private void vocabulary() {
        List<String> texts = new ArrayList<>(List.of("<unk>", "<s>", "</s>"));
        List<Integer> types = new ArrayList<>(List.of(UNKNOWN, CONTROL, CONTROL));
        for (int i = 0; i < BYTES; i++) {
            texts.add(String.format("<0x%02X>", i));
            types.add(BYTE);
        }
        for (char c = '!'; c <= '~'; c++) {
            texts.add(String.valueOf(c));
            types.add(NORMAL);
        }
        texts.add("\u2581"); // a space, as SentencePiece writes it
        types.add(NORMAL);
        entries.put("tokenizer.ggml.model", "llama");
        entries.put("tokenizer.ggml.tokens", texts);
        entries.put(
                "tokenizer.ggml.scores",
                texts.stream().map(text -> (float) -text.length()).toList());
        entries.put("tokenizer.ggml.token_type", types);
        entries.put("tokenizer.ggml.unknown_token_id", 0);
        entries.put("tokenizer.ggml.bos_token_id", 1);
        entries.put("tokenizer.ggml.eos_token_id", 2);
        entries.put("tokenizer.ggml.add_space_prefix", false);
        shapes(texts.size());
    }

    private void shapes(int vocabulary) {
        tensors.put("token_embd.weight", new int[] {WIDTH, vocabulary});
        tensors.put("output_norm.weight", new int[] {WIDTH});
        tensors.put("output.weight", new int[] {WIDTH, vocabulary});
        for (int layer = 0; layer < LAYERS; layer++) {
            String block = "blk." + layer + ".";
            tensors.put(block + "attn_norm.weight", new int[] {WIDTH});
            for (String part : List.of("q", "k", "v", "output")) {
                tensors.put(block + "attn_" + part + ".weight", new int[] {WIDTH, WIDTH});
            }
            tensors.put(block + "ffn_norm.weight", new int[] {WIDTH});
            tensors.put(block + "ffn_gate.weight", new int[] {WIDTH, INNER});
            tensors.put(block + "ffn_up.weight", new int[] {WIDTH, INNER});
            tensors.put(block + "ffn_down.weight", new int[] {INNER, WIDTH});
        }
    }

    /** Returns weights, zero for byte tokens in the last layer, so that they are never likeliest. */
    private float[] weights(String name, int[] shape) {
        boolean norm = shape.length == 1;
        boolean last = name.equals("output.weight");
        float[] weights = new float[IntStream.of(shape).reduce(1, (a, b) -> a * b)];
        for (int i = 0; i < weights.length; i++) {
            double weight = norm ? 1 : random.nextDouble(-0.5, 0.5);
            boolean none = last && i / WIDTH < FIRST_TEXT;
            weights[i] = none ? 0 : (float) (last ? 2 * weight : weight);
        }
        return weights;
    }
}
