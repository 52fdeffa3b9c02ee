/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.util.Objects;

/**
 * The resources that a local model may use. Immutable.
 *
 * @param context the tokens of prompt and answer together, 256 to 262144; at most the context of
 *     the model's training
 * @param slots the number of agents whose prompts stay cached, 1 to 64; each uses memory for {@code
 *     context} tokens
 * @param threads the number of threads for computing, 1 to 256
 * @param memoryMb the maximum memory in MB for weights, context and work; a model that needs more
 *     is not loaded
 * @param gpuLayers the number of layers computed by a GPU, 0 to 1000, if the natives support one
 * @param engine the name of the library that runs a model in this process, {@value #LLAMA} or that
 *     of a {@link LocalEngine.Loader}
 */
public record LocalSettings(
        int context, int slots, int threads, int memoryMb, int gpuLayers, String engine) {
    /** The library of this artifact. */
    public static final String LLAMA = "llama";

    /** 4096 tokens, 4 slots, half of the cores but at most 4 threads, 4096 MB, no GPU, llama. */
    public static final LocalSettings DEFAULT = new LocalSettings(
            4096,
            4,
            Math.max(1, Math.min(Runtime.getRuntime().availableProcessors() / 2, 4)),
            4096,
            0,
            LLAMA);

    /** Checks the ranges. */
    public LocalSettings {
        check("context", context, 256, 262_144);
        check("slots", slots, 1, 64);
        check("threads", threads, 1, 256);
        check("memory-mb", memoryMb, 1, 1 << 30);
        check("gpu-layers", gpuLayers, 0, 1000);
        Objects.requireNonNull(engine, "engine");
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected " + least + " to " + most + ")");
        }
    }

    /** Copies these settings with another context, in tokens. */
    public LocalSettings withContext(int tokens) {
        return new LocalSettings(tokens, slots, threads, memoryMb, gpuLayers, engine);
    }

    /** Copies these settings with another number of slots. */
    public LocalSettings withSlots(int count) {
        return new LocalSettings(context, count, threads, memoryMb, gpuLayers, engine);
    }

    /** Copies these settings with another number of threads. */
    public LocalSettings withThreads(int count) {
        return new LocalSettings(context, slots, count, memoryMb, gpuLayers, engine);
    }

    /** Copies these settings with another memory limit. */
    public LocalSettings withMemoryMb(int limit) {
        return new LocalSettings(context, slots, threads, limit, gpuLayers, engine);
    }

    /** Copies these settings with another number of layers on a GPU. */
    public LocalSettings withGpuLayers(int layers) {
        return new LocalSettings(context, slots, threads, memoryMb, layers, engine);
    }

    /** Copies these settings with another library, by its name. */
    public LocalSettings withEngine(String name) {
        return new LocalSettings(context, slots, threads, memoryMb, gpuLayers, name);
    }
}
