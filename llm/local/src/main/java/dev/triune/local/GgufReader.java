/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the header of a GGUF file and checks that the file is complete. */
final class GgufReader {
    private static final String TOKENS = "tokenizer.ggml.tokens";
    private static final String TOKEN_TYPES = "tokenizer.ggml.token_type";
    private static final String ALIGNMENT = "general.alignment";
    private static final long CONTROL_TOKEN = 3;
    private static final int MAX_ENTRIES = 100_000;
    private static final int MAX_DIMENSIONS = 4;
    private static final String GGUF = "(expected a language model in GGUF)";

    /** Triples of type, values per block and bytes per block; other types are not checked. */
    private static final int[] BLOCKS = {
        0, 1, 4, 1, 1, 2, 2, 32, 18, 3, 32, 20, 6, 32, 22, 7, 32, 24, 8, 32, 34, 10, 256, 84, 11,
        256, 110, 12, 256, 144, 13, 256, 176, 14, 256, 210, 20, 32, 18, 23, 256, 136, 30, 1, 2
    };

    private final GgufInput in;
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Long> most = new HashMap<>();
    private final List<String> tokens = new ArrayList<>();
    private final List<Integer> marked = new ArrayList<>();

    private GgufReader(GgufInput in) {
        this.in = in;
    }

    /** Reads a file; an exception has one line that names the file, the error and the remedy. */
    static GgufHeader read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            String fault = Files.isDirectory(file) ? "is a folder " : "there is no such file ";
            throw new IOException(file + ": " + fault + GGUF);
        }
        long bytes = Files.size(file);
        try (GgufInput in = new GgufInput(Files.newInputStream(file))) {
            return new GgufReader(in).read(bytes);
        } catch (EOFException e) {
            throw new IOException(file + ": broken, it ends within its header " + GGUF, e);
        } catch (ArithmeticException e) {
            throw new IOException(file + ": broken, its sizes are too large " + GGUF, e);
        } catch (GgufInput.BrokenFileException e) {
            throw new IOException(file + ": " + e.getMessage() + " " + GGUF, e);
        }
    }

    private GgufHeader read(long bytes) throws IOException {
        if (in.unsigned32() != 0x4655_4747L) { // GGUF
            throw new GgufInput.BrokenFileException("no GGUF file");
        }
        long version = in.unsigned32();
        if (version < 2 || version > 3) {
            throw new GgufInput.BrokenFileException("GGUF of version " + version + ", not 2 or 3");
        }
        long tensors = in.count(MAX_ENTRIES);
        long entries = in.count(MAX_ENTRIES);
        for (long i = 0; i < entries; i++) {
            entry(in.text(), (int) in.unsigned32());
        }
        long end = endOfData(tensors);
        if (end > bytes) {
            throw new GgufInput.BrokenFileException(
                    "broken, it has " + bytes + " of at least " + end + " bytes");
        }
        return header(bytes);
    }

    private void entry(String key, int type) throws IOException {
        if (type == GgufInput.TEXT) {
            texts.put(key, in.text());
        } else if (type != GgufInput.ARRAY) {
            numbers.put(key, in.number(type));
        } else {
            array(key, (int) in.unsigned32(), in.count(Integer.MAX_VALUE));
        }
    }

    private void array(String key, int type, long length) throws IOException {
        for (long i = 0; i < length; i++) {
            if (type == GgufInput.TEXT) {
                String text = in.text();
                if (key.equals(TOKENS)) {
                    tokens.add(text);
                }
            } else {
                long number = in.number(type);
                if (key.equals(TOKEN_TYPES) && number == CONTROL_TOKEN) {
                    marked.add((int) i);
                }
                most.merge(key, number, Math::max);
            }
        }
    }

    /** Reads the positions of the tensors and returns the end of the last one. */
    private long endOfData(long tensors) throws IOException {
        long end = 0;
        for (long i = 0; i < tensors; i++) {
            in.text();
            long dimensions = in.unsigned32();
            if (dimensions > MAX_DIMENSIONS) {
                throw new GgufInput.BrokenFileException("broken, of " + dimensions + " dimensions");
            }
            long size = 1;
            for (long d = 0; d < dimensions; d++) {
                size = Math.multiplyExact(size, in.count(Integer.MAX_VALUE));
            }
            long bytes = bytes(in.unsigned32(), size);
            end = Math.max(end, Math.addExact(in.count(Long.MAX_VALUE), bytes));
        }
        long alignment = Math.max(1, numbers.getOrDefault(ALIGNMENT, 32L));
        return (in.position() + alignment - 1) / alignment * alignment + end;
    }

    private static long bytes(long type, long numbers) {
        for (int i = 0; i < BLOCKS.length; i += 3) {
            if (BLOCKS[i] == type) {
                return Math.multiplyExact(numbers / BLOCKS[i + 1], BLOCKS[i + 2]);
            }
        }
        return 0;
    }

    private GgufHeader header(long bytes) throws IOException {
        String architecture = texts.get("general.architecture");
        if (architecture == null || tokens.isEmpty()) {
            throw new GgufInput.BrokenFileException("no language model, it has no "
                    + (architecture == null ? "architecture" : "vocabulary"));
        }
        if (number("split.count", 1L) > 1) {
            throw new GgufInput.BrokenFileException("one part of a model, merge its files first");
        }
        String prefix = architecture + ".";
        int embedding = number(prefix + "embedding_length", null);
        int heads = number(prefix + "attention.head_count", null);
        int kept = number(prefix + "attention.head_count_kv", (long) heads);
        long usual = heads == 0 ? embedding : embedding / heads;
        int width = number(prefix + "attention.key_length", usual)
                + number(prefix + "attention.value_length", usual);
        return new GgufHeader(
                bytes,
                architecture,
                Math.max(1, number(prefix + "context_length", null)),
                number(prefix + "block_count", null),
                Math.multiplyExact(kept, width),
                Math.max(embedding, number(prefix + "feed_forward_length", 0L)),
                tokens.size(),
                marked.stream().map(tokens::get).toList());
    }

    /** Returns a number, the maximum of a list, or the default. */
    private int number(String key, @Nullable Long usual) throws IOException {
        Long value = numbers.containsKey(key) ? numbers.get(key) : most.get(key);
        Long found = value == null ? usual : value;
        if (found == null) {
            throw new GgufInput.BrokenFileException("no language model, it has no " + key);
        }
        if (found < 0 || found > Integer.MAX_VALUE) {
            throw new GgufInput.BrokenFileException("broken, " + key + " is " + found);
        }
        return found.intValue();
    }
}
