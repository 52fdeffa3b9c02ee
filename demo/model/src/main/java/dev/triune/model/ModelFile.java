/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import dev.triune.testsupport.GgufFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a network and its vocabulary as GGUF, the matrices rounded to 8 bits. */
final class ModelFile {
    private ModelFile() {}

    static void write(Path path, Vocabulary vocabulary, Network network) throws IOException {
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
        GgufFile file = new GgufFile(entries);
        network.weights.forEach((name, weight) -> {
            int columns = (int) weight.size(-1);
            float[] numbers = Network.numbers(weight);
            if (weight.dim() == 1) {
                file.floats(name, new int[] {columns}, numbers);
            } else {
                file.rounded(name, new int[] {columns, (int) weight.size(0)}, numbers);
            }
        });
        file.write(path);
    }
}
