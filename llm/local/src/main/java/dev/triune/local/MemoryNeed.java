/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The memory that a model needs, in bytes, estimated before it is loaded.
 *
 * @param weights the size of the file, which is mapped into memory
 * @param context the size of the keys and values of all slots, two bytes each
 * @param work the size of the buffers for computing
 */
record MemoryNeed(long weights, long context, long work, LocalSettings settings) {
    private static final int MB = 1 << 20;
    /** The memory of the library itself, with any model. */
    private static final long LIBRARY = 16L * MB;

    static MemoryNeed of(GgufHeader header, LocalSettings settings) {
        long tokens = (long) settings.context() * settings.slots();
        long context = tokens * header.layers() * header.cacheWidth() * 2;
        long work = 4L * LlamaEngine.BATCH * (header.vocabulary() + 8L * header.width()) + LIBRARY;
        return new MemoryNeed(header.bytes(), context, work, settings);
    }

    /**
     * Returns the need of a model, whose settings have a context that fits its training.
     *
     * @throws IOException if it exceeds the limit of the settings
     */
    static MemoryNeed within(Path file, GgufHeader header, LocalSettings settings)
            throws IOException {
        int context = Math.min(settings.context(), Math.max(256, header.trainedContext()));
        MemoryNeed need = of(header, settings.withContext(context));
        need.check(file);
        return need;
    }

    private void check(Path file) throws IOException {
        if (total() > (long) settings.memoryMb() * MB) {
            throw new IOException(line(file) + ", more than the limit of "
                    + String.format(Locale.ROOT, "%,d", settings.memoryMb())
                    + " MB (expected a smaller model or context, fewer slots, or a higher limit)");
        }
    }

    private long total() {
        return weights + context + work;
    }

    /** Describes the memory that a file needs, and for what. */
    String line(Path file) {
        return String.format(
                Locale.ROOT,
                "%s: needs about %,d MB (weights %,d, context %,d for %d slots of %d tokens, work %,d)",
                file,
                megabytes(total()),
                megabytes(weights),
                megabytes(context),
                settings.slots(),
                settings.context(),
                megabytes(work));
    }

    private static long megabytes(long bytes) {
        return (bytes + MB - 1) / MB;
    }
}
