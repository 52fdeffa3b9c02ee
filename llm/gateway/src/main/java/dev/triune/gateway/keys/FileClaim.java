/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.keys;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The sole right to write a file, held until it is closed or the process ends: two gateways that
 * write the same usage would each forget what the other spent. It locks another file beside it, as
 * the file itself is replaced with each write. Thread-safe.
 */
public final class FileClaim implements AutoCloseable {
    private final FileChannel channel;

    private FileClaim(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Claims a file.
     *
     * @param setting the setting that names the file
     * @throws IllegalArgumentException if another gateway has it, or its directory cannot be written
     */
    public static FileClaim of(String setting, Path file) {
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        try {
            FileChannel channel =
                    FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isLocked(channel)) {
                return new FileClaim(channel);
            }
            channel.close();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    setting + ": " + lock + " cannot be written (" + e + ")", e);
        }
        throw new IllegalArgumentException(setting + ": another gateway writes " + file
                + " (give each gateway a file of its own, and a part of the budgets)");
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            @Nullable FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) { // a gateway in this process
            return false;
        }
    }

    /** Gives it up. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("a lock cannot be released", e);
        }
    }
}
