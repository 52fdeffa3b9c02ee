/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.TokenPrices;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A file of remaining quotas, replaced atomically. */
final class QuotaFile {
    private static final Logger LOG = System.getLogger(QuotaFile.class.getName());
    private static final int MAX_QUOTAS = 10_001;
    private static final PriceCatalog NO_PRICES =
            new PriceCatalog(Map.of(), TokenPrices.of("0", "0", "0"));

    private final Path path;
    private volatile byte @Nullable [] recordedJson;
    private byte @Nullable [] saved;
    private boolean failed;

    private QuotaFile(Path path) {
        this.path = path;
    }

    /**
     * A quota.
     *
     * @param start the configured amount; empty if the operator set the quota by a call
     */
    record Entry(QuotaSnapshot quota, Optional<BigDecimal> start) {}

    /**
     * Returns the file at a path, which need not exist.
     *
     * @throws IllegalArgumentException if its directory does not exist
     */
    static QuotaFile at(Path path) {
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IllegalArgumentException("gateway.state: " + path
                    + " is in a directory that does not exist (create " + directory + ")");
        }
        return new QuotaFile(path);
    }

    /**
     * Reads the quotas by session, with the default quota under the empty name.
     *
     * @throws IllegalArgumentException if the file cannot be read
     */
    Map<String, Entry> read() {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try {
            if (Files.exists(path)) {
                byte[] bytes = Files.readAllBytes(path);
                RequestFields file = RequestFields.read(bytes, bytes.length);
                for (RequestFields quota : file.objects("quotas", MAX_QUOTAS).orElse(List.of())) {
                    Entry entry = entry(quota);
                    entries.put(entry.quota().tenant(), entry);
                }
                Optional<RequestFields> others = file.object("default");
                if (others.isPresent()) {
                    entries.put("", entry(others.get()));
                }
            }
        } catch (IOException | ProblemException e) {
            throw new IllegalArgumentException(
                    "gateway.state: " + path + " cannot be read (repair it, or remove it, which"
                            + " gives every session its whole quota)",
                    e);
        }
        return entries;
    }

    private static Entry entry(RequestFields quota) throws ProblemException {
        return new Entry(
                QuotaHandler.read(quota, NO_PRICES),
                quota.get("start").filter(JsonNode::isNumber).map(JsonNode::decimalValue));
    }

    /** Sets the quotas to save. Any thread. */
    void updateQuotas(Map<String, Entry> entries) {
        ObjectNode file = Json.object();
        ArrayNode quotas = file.putArray("quotas");
        entries.forEach((session, entry) -> {
            ObjectNode object = session.isEmpty() ? file.putObject("default") : quotas.addObject();
            write(object, entry);
        });
        recordedJson = Json.bytes(file);
    }

    private static void write(ObjectNode object, Entry entry) {
        QuotaSnapshot quota = entry.quota();
        TokenPrices weights = quota.prices();
        object.put("sessionId", quota.tenant())
                .put("remaining_units", quota.remaining())
                .put("window", quota.window());
        entry.start().ifPresent(start -> object.put("start", start));
        object.putObject("weights")
                .put("input", weights.input())
                .put("cached", weights.cached())
                .put("cache_write", weights.cacheWrite())
                .put("output", weights.output());
    }

    /** Writes the last quotas, if they changed. One thread at a time; blocks. */
    synchronized void save() {
        byte[] bytes = recordedJson;
        if (bytes == null || bytes == saved) {
            return;
        }
        Path draft = path.resolveSibling(path.getFileName() + ".new");
        try {
            if (!Arrays.equals(bytes, saved)) {
                Files.write(draft, bytes);
                Files.move(
                        draft,
                        path,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
            saved = bytes;
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                LOG.log(Level.WARNING, "quotas cannot be saved to " + path + ": " + e);
            }
            failed = true;
        }
    }
}
