/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

/**
 * How much of the machine a local model may take. Immutable.
 *
 * @param context tokens of prompt and answer together, 256 to 262144; at most what the model was
 *     trained for
 * @param slots agents whose prompts stay cached at once, 1 to 64; each takes memory for {@code
 *     context} tokens
 * @param threads threads that compute, 1 to 256
 * @param memoryMb the most memory in MB for weights, context and work; a model that needs more is
 *     not loaded
 * @param gpuLayers layers computed by a GPU, 0 to 1000, if the natives support one
 */
public record LocalSettings(int context, int slots, int threads, int memoryMb, int gpuLayers) {
    /** 4096 tokens, 4 slots, half of the cores but at most 4 threads, 4096 MB, no GPU. */
    public static final LocalSettings DEFAULT = new LocalSettings(
            4096,
            4,
            Math.max(1, Math.min(Runtime.getRuntime().availableProcessors() / 2, 4)),
            4096,
            0);

    /** Checks the ranges. */
    public LocalSettings {
        check("context", context, 256, 262_144);
        check("slots", slots, 1, 64);
        check("threads", threads, 1, 256);
        check("memory-mb", memoryMb, 1, 1 << 30);
        check("gpu-layers", gpuLayers, 0, 1000);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " " + value + " (expected " + least + " to " + most + ")");
        }
    }

    /** Copies these settings with a context of so many tokens. */
    public LocalSettings withContext(int tokens) {
        return new LocalSettings(tokens, slots, threads, memoryMb, gpuLayers);
    }

    /** Copies these settings with so many slots. */
    public LocalSettings withSlots(int count) {
        return new LocalSettings(context, count, threads, memoryMb, gpuLayers);
    }

    /** Copies these settings with so many threads. */
    public LocalSettings withThreads(int count) {
        return new LocalSettings(context, slots, count, memoryMb, gpuLayers);
    }

    /** Copies these settings with another limit of memory. */
    public LocalSettings withMemoryMb(int limit) {
        return new LocalSettings(context, slots, threads, limit, gpuLayers);
    }

    /** Copies these settings with so many layers on a GPU. */
    public LocalSettings withGpuLayers(int layers) {
        return new LocalSettings(context, slots, threads, memoryMb, layers);
    }
}
