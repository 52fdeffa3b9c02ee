/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import static org.bytedeco.pytorch.global.torch.clip_grad_norm_;
import static org.bytedeco.pytorch.global.torch.cross_entropy_loss;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AdamW;
import org.bytedeco.pytorch.AdamWOptions;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;

/** Trains a network to write the answers of lessons; continues from its checkpoint. */
final class Training {
    private static final int BATCH_TOKENS = 2000;
    private static final int SORTED_TOGETHER = 512;
    private static final int CHECKED = 60;
    private static final double RATE = 1.5e-3;
    private static final double LEAST_RATE = 0.03;
    private static final double WEIGHT_DECAY = 0.01;
    private static final int WARM_UP = 50;
    private static final double MAX_GRADIENT = 1;
    private static final double NANOS_PER_MINUTE = 60e9;
    private static final double MINUTES_PER_LINE = 1;

    private static final int EACH = 0;
    private static final long NOTHING_IGNORED = -100;

    private final Network network;
    private final Vocabulary vocabulary;
    private final List<int[][]> lessons;
    private final List<int[][]> unseen;
    private final Path checkpoint;
    private Random random;
    private int steps;

    /** Creates a training on prompts and answers, compared with others that it never sees. */
    Training(
            Network network,
            Vocabulary vocabulary,
            List<int[][]> lessons,
            List<int[][]> unseen,
            Path checkpoint)
            throws IOException {
        this.network = network;
        this.vocabulary = vocabulary;
        this.lessons = lessons;
        this.unseen = unseen;
        this.checkpoint = checkpoint;
        if (Files.exists(checkpoint)) {
            load();
        }
        random = new Random(steps);
    }

    /**
     * Trains for some minutes, ever more slowly, and prints a line each minute. These are minutes
     * of the processor, so that other programs delay the training but do not shorten it.
     */
    void run(double minutes) throws IOException {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long begun = clock.getCurrentThreadCpuTime();
        TensorVector weights = network.all();
        AdamWOptions options = new AdamWOptions(RATE);
        options.weight_decay().put(WEIGHT_DECAY);
        AdamW optimizer = new AdamW(weights, options);
        int first = steps;
        double sum = 0;
        int count = 0;
        double shown = 0;
        List<List<int[][]>> batches = List.of();
        for (int next = 0; ; next++) {
            double spent = (clock.getCurrentThreadCpuTime() - begun) / NANOS_PER_MINUTE;
            boolean over = spent >= minutes;
            if (over || spent >= shown + MINUTES_PER_LINE) {
                System.out.printf(
                        Locale.ROOT,
                        "%.1f minutes, step %d, loss %.3f, of unseen lessons %.3f%n",
                        spent,
                        steps,
                        sum / Math.max(1, count),
                        lossOfUnseen());
                save();
                shown = spent;
                sum = 0;
                count = 0;
            }
            if (over) {
                return;
            }
            if (next == batches.size()) {
                batches = batches(lessons);
                next = 0;
            }
            double rate = RATE
                    * Math.min(1, (steps - first + 1.0) / WARM_UP)
                    * Math.max(LEAST_RATE, 0.5 * (1 + Math.cos(Math.PI * spent / minutes)));
            sum += step(optimizer, weights, rate, batches.get(next));
            count++;
            steps++;
        }
    }

    private double step(AdamW optimizer, TensorVector weights, double rate, List<int[][]> batch) {
        try (PointerScope scope = new PointerScope()) {
            new AdamWOptions(optimizer.param_groups().get(0).options()).set_lr(rate);
            optimizer.zero_grad();
            Tensor loss = loss(batch);
            loss.backward();
            clip_grad_norm_(weights, MAX_GRADIENT);
            optimizer.step();
            return loss.item_float();
        }
    }

    private double lossOfUnseen() {
        double sum = 0;
        List<List<int[][]>> batches = batches(unseen.subList(0, Math.min(unseen.size(), CHECKED)));
        for (List<int[][]> batch : batches) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard noGradients = new NoGradGuard()) {
                sum += loss(batch).item_float();
            }
        }
        return sum / batches.size();
    }

    /** Groups lessons of about equal length, in random order. */
    private List<List<int[][]>> batches(List<int[][]> of) {
        List<int[][]> shuffled = new ArrayList<>(of);
        Collections.shuffle(shuffled, random);
        List<List<int[][]>> batches = new ArrayList<>();
        for (int start = 0; start < shuffled.size(); start += SORTED_TOGETHER) {
            int end = Math.min(shuffled.size(), start + SORTED_TOGETHER);
            List<int[][]> part = shuffled.subList(start, end);
            part.sort(Comparator.comparingInt(Training::length));
            List<int[][]> batch = new ArrayList<>();
            batches.add(batch);
            for (int[][] lesson : part) {
                if (!batch.isEmpty() && (batch.size() + 1) * length(lesson) > BATCH_TOKENS) {
                    batch = new ArrayList<>();
                    batches.add(batch);
                }
                batch.add(lesson);
            }
        }
        Collections.shuffle(batches, random);
        return batches;
    }

    private static int length(int[][] lesson) {
        return lesson[0].length + lesson[1].length;
    }

    /** Returns how badly the network foresees the answers, token by token. */
    private Tensor loss(List<int[][]> batch) {
        int length = batch.stream().mapToInt(Training::length).max().orElseThrow();
        long[] tokens = new long[batch.size() * length];
        int answers = batch.stream().mapToInt(lesson -> lesson[1].length).sum();
        long[] places = new long[answers];
        long[] expected = new long[answers];
        float[] weights = new float[answers];
        int next = 0;
        for (int i = 0; i < batch.size(); i++) {
            int at = i * length;
            tokens[at++] = Vocabulary.BEGIN;
            for (int token : batch.get(i)[0]) {
                tokens[at++] = token;
            }
            float[] own = vocabulary.weights(batch.get(i)[1]);
            System.arraycopy(own, 0, weights, next, own.length);
            for (int token : batch.get(i)[1]) {
                places[next] = at - 1L;
                expected[next++] = token;
                if (token != Vocabulary.END) {
                    tokens[at++] = token;
                }
            }
        }
        Tensor hidden = network.hidden(Tensor.create(tokens, batch.size(), length));
        Tensor rows = hidden.reshape(-1, Network.WIDTH).index_select(0, Tensor.create(places));
        Tensor losses = cross_entropy_loss(
                network.logits(rows),
                Tensor.create(expected),
                new TensorOptional(),
                EACH,
                NOTHING_IGNORED,
                0);
        Tensor weight = Tensor.create(weights);
        return losses.mul(weight).sum().div(weight.sum());
    }

    private void save() throws IOException {
        Path next = Path.of(checkpoint + ".next");
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(next)))) {
            out.writeInt(steps);
            for (Tensor weight : network.weights.values()) {
                for (float number : Network.numbers(weight)) {
                    out.writeFloat(number);
                }
            }
        }
        Files.move(next, checkpoint, StandardCopyOption.REPLACE_EXISTING);
    }

    private void load() throws IOException {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(checkpoint)))) {
            steps = in.readInt();
            for (Tensor weight : network.weights.values()) {
                float[] numbers = new float[(int) weight.numel()];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = in.readFloat();
                }
                weight.data_ptr_float().put(numbers);
            }
        }
    }
}
