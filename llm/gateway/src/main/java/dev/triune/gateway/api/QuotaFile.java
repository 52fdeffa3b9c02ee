/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.api.QuotaLedger.SetQuota;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import dev.triune.gateway.keys.JsonFile;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.QuotaSnapshot;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
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
    private final JsonFile<ObjectNode> file;

    /** The quotas to save; null if there are no new ones. */
    private final AtomicReference<@Nullable ObjectNode> recorded = new AtomicReference<>();

    private @Nullable ObjectNode saved;
    private volatile @Nullable String problem;

    /**
     * Creates a file that need not exist.
     *
     * @throws IllegalArgumentException if its directory does not exist
     */
    QuotaFile(Path path) {
        requireWritable(path);
        this.path = path;
        this.file = new JsonFile<>(path, ObjectNode.class, Json.object());
    }

    /** Checks that the file can be replaced. */
    static void requireWritable(Path path) {
        JsonFile.requireWritable("gateway.state", path, "what quotas have spent could not be kept");
    }

    /**
     * A quota.
     *
     * @param start the configured amount; empty if none is
     * @param set the call of an operator that set the quota; empty if none did
     */
    record Entry(QuotaSnapshot quota, Optional<BigDecimal> start, Optional<SetQuota> set) {}

    /** Writes a quota for other gateways, without its session. */
    static String line(QuotaSnapshot quota, Optional<BigDecimal> start) {
        ObjectNode object = Json.object();
        write(object, new Entry(quota, start, Optional.empty()));
        object.remove("sessionId");
        return object.toString();
    }

    /** Reads a quota that another gateway has written; empty if it is of another version. */
    static Optional<Entry> ofLine(String session, String line) {
        try {
            return Json.read(line) instanceof ObjectNode object
                    ? Optional.of(entry(RequestFields.of(object.put("sessionId", session))))
                    : Optional.empty();
        } catch (ProblemException | JacksonException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads the quotas by session, with the default quota under the empty name.
     *
     * @throws IllegalArgumentException if the file cannot be read
     */
    Map<String, Entry> read() {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try {
            RequestFields fields = RequestFields.of(file.read());
            for (RequestFields quota : fields.objects("quotas", MAX_QUOTAS)) {
                Entry entry = entry(quota);
                entries.put(entry.quota().tenant(), entry);
            }
            if (fields.has("default")) {
                entries.put("", entry(fields.object("default")));
            }
        } catch (IllegalArgumentException | ProblemException e) {
            throw new IllegalArgumentException(
                    "gateway.state: " + path + " cannot be read (repair it, or remove it, which"
                            + " gives every session its whole quota)",
                    e);
        }
        return entries;
    }

    private static Entry entry(RequestFields quota) throws ProblemException {
        JsonNode start = quota.get("start");
        JsonNode at = quota.get("set_at");
        JsonNode units = quota.get("set_units");
        return new Entry(
                QuotaHandler.read(quota, NO_PRICES),
                start.isNumber() ? Optional.of(start.decimalValue()) : Optional.empty(),
                at.isIntegralNumber() && units.isNumber()
                        ? Optional.of(new SetQuota(at.longValue(), units.decimalValue()))
                        : Optional.empty());
    }

    /** Sets the quotas to save. Any thread. */
    void updateQuotas(Map<String, Entry> entries) {
        ObjectNode all = Json.object();
        ArrayNode quotas = all.putArray("quotas");
        entries.forEach((session, entry) ->
                write(session.isEmpty() ? all.putObject("default") : quotas.addObject(), entry));
        recorded.set(all);
    }

    private static void write(ObjectNode object, Entry entry) {
        QuotaSnapshot quota = entry.quota();
        TokenPrices weights = quota.prices();
        object.put("sessionId", quota.tenant())
                .put("remaining_units", quota.remaining())
                .put("window", quota.window());
        entry.start().ifPresent(start -> object.put("start", start));
        entry.set().ifPresent(set -> object.put("set_at", set.at()).put("set_units", set.start()));
        object.putObject("weights")
                .put("input", weights.input())
                .put("cached", weights.cached())
                .put("cache_write", weights.cacheWrite())
                .put("output", weights.output());
    }

    /** Writes the last quotas, if they changed. One thread at a time; blocks. */
    synchronized void save() {
        ObjectNode latest = recorded.getAndSet(null);
        if (latest == null || latest.equals(saved)) {
            return;
        }
        try {
            file.write(latest);
            saved = latest;
            if (problem != null) {
                LOG.log(Level.WARNING, "gateway.state: {0} is written again", path);
            }
            problem = null;
        } catch (IOException e) {
            recorded.compareAndSet(null, latest); // to try again
            if (problem == null) {
                LOG.log(Level.WARNING, "gateway.state: {0} cannot be written: {1}", path, e);
            }
            problem = path + " cannot be written (" + e
                    + "), so a restart would forget what quotas have spent since";
        }
    }

    /** Returns why the quotas could not be saved; empty if they could. Any thread. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}
