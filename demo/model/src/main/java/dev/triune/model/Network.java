/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import static org.bytedeco.pytorch.global.torch.embedding;
import static org.bytedeco.pytorch.global.torch.linear;
import static org.bytedeco.pytorch.global.torch.rsqrt;
import static org.bytedeco.pytorch.global.torch.scaled_dot_product_attention;
import static org.bytedeco.pytorch.global.torch.silu;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;

/** A small transformer of the Llama architecture, as llama.cpp computes it. */
final class Network {
    static final int CONTEXT = 2048;
    static final int WIDTH = 192;
    static final int INNER = 448;
    static final int LAYERS = 4;
    static final int HEADS = WIDTH / 32;
    static final float EPSILON = 1e-5f;

    private static final String EMBEDDING = "token_embd.weight";
    private static final int HEAD = WIDTH / HEADS;
    private static final double ROPE_BASE = 10_000;

    /** The weights by their names in GGUF. */
    final Map<String, Tensor> weights = new LinkedHashMap<>();

    private final Tensor cosines;
    private final Tensor sines;

    /** Creates a network with random weights. */
    Network(int vocabulary, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        matrix(EMBEDDING, vocabulary, WIDTH, 0.02, random);
        double usual = 1 / Math.sqrt(WIDTH);
        double last = usual / Math.sqrt(2 * LAYERS);
        for (int layer = 0; layer < LAYERS; layer++) {
            String block = "blk." + layer + ".";
            norm(block + "attn_norm.weight");
            matrix(block + "attn_q.weight", WIDTH, WIDTH, usual, random);
            matrix(block + "attn_k.weight", WIDTH, WIDTH, usual, random);
            matrix(block + "attn_v.weight", WIDTH, WIDTH, usual, random);
            matrix(block + "attn_output.weight", WIDTH, WIDTH, last, random);
            norm(block + "ffn_norm.weight");
            matrix(block + "ffn_gate.weight", INNER, WIDTH, usual, random);
            matrix(block + "ffn_up.weight", INNER, WIDTH, usual, random);
            matrix(block + "ffn_down.weight", WIDTH, INNER, last, random);
        }
        norm("output_norm.weight");
        float[] cos = new float[CONTEXT * HEAD];
        float[] sin = new float[CONTEXT * HEAD];
        for (int i = 0; i < cos.length; i++) {
            double angle = i / HEAD * Math.pow(ROPE_BASE, -(i % HEAD / 2 * 2.0) / HEAD);
            cos[i] = (float) Math.cos(angle);
            sin[i] = (float) (i % 2 == 0 ? -Math.sin(angle) : Math.sin(angle));
        }
        cosines = Tensor.create(cos, CONTEXT, HEAD);
        sines = Tensor.create(sin, CONTEXT, HEAD);
    }

    private void matrix(
            String name, int rows, int columns, double spread, SplittableRandom random) {
        float[] values = new float[rows * columns];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() * spread);
        }
        weights.put(name, Tensor.create(values, rows, columns).requires_grad_(true));
    }

    private void norm(String name) {
        float[] ones = new float[WIDTH];
        Arrays.fill(ones, 1);
        weights.put(name, Tensor.create(ones, WIDTH).requires_grad_(true));
    }

    TensorVector all() {
        return new TensorVector(weights.values().toArray(Tensor[]::new));
    }

    /** Returns the output of the last layer, a row for each token of each text. */
    Tensor hidden(Tensor tokens) {
        long texts = tokens.size(0);
        long length = tokens.size(1);
        var cos = cosines.narrow(0, 0, length);
        var sin = sines.narrow(0, 0, length);
        var x = embedding(weight(EMBEDDING), tokens);
        for (int layer = 0; layer < LAYERS; layer++) {
            String block = "blk." + layer + ".";
            var in = normed(x, block + "attn_norm.weight");
            var q = turned(
                    heads(linear(in, weight(block + "attn_q.weight")), texts, length), cos, sin);
            var k = turned(
                    heads(linear(in, weight(block + "attn_k.weight")), texts, length), cos, sin);
            var v = heads(linear(in, weight(block + "attn_v.weight")), texts, length);
            var seen = scaled_dot_product_attention(
                    q, k, v, new TensorOptional(), 0, true, new DoubleOptional(), false);
            var joined = seen.transpose(1, 2).reshape(texts, length, WIDTH);
            x = x.add(linear(joined, weight(block + "attn_output.weight")));
            in = normed(x, block + "ffn_norm.weight");
            var inner = silu(linear(in, weight(block + "ffn_gate.weight")))
                    .mul(linear(in, weight(block + "ffn_up.weight")));
            x = x.add(linear(inner, weight(block + "ffn_down.weight")));
        }
        return normed(x, "output_norm.weight");
    }

    /** Returns the scores of the next tokens; the vocabulary's vectors serve as output, too. */
    Tensor logits(Tensor hidden) {
        return linear(hidden, weight(EMBEDDING));
    }

    private Tensor weight(String name) {
        return weights.get(name);
    }

    private Tensor normed(Tensor x, String name) {
        var square = x.mul(x).mean(new long[] {-1}, true, new ScalarTypeOptional());
        return x.mul(rsqrt(square.add(new Scalar(EPSILON)))).mul(weight(name));
    }

    private static Tensor heads(Tensor x, long texts, long length) {
        return x.view(texts, length, HEADS, HEAD).transpose(1, 2);
    }

    /** Turns each pair of neighbours by an angle that grows with the position. */
    private static Tensor turned(Tensor x, Tensor cos, Tensor sin) {
        var swapped = x.reshape(x.size(0), x.size(1), x.size(2), HEAD / 2, 2)
                .flip(-1)
                .reshape(x.size(0), x.size(1), x.size(2), HEAD);
        return x.mul(cos).add(swapped.mul(sin));
    }

    /** Copies the numbers of a tensor. */
    static float[] numbers(Tensor tensor) {
        float[] numbers = new float[(int) tensor.numel()];
        tensor.data_ptr_float().get(numbers);
        return numbers;
    }
}
