/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an exchange has for the access log: its error, and its model requests, which may end after
 * its response. Thread-safe.
 */
final class ExchangeLog {
    private final boolean kept;
    private final List<ObjectNode> entries = new ArrayList<>();
    private int openEntries;
    private @Nullable Runnable whenComplete;
    private String error = "";

    /** Creates a log; without an access log, nothing is kept. */
    ExchangeLog(boolean kept) {
        this.kept = kept;
    }

    synchronized void error(ErrorCode code) {
        error = code.name();
    }

    /** Returns what adds a model request at its end. */
    synchronized Consumer<Supplier<ObjectNode>> newEntry() {
        openEntries++;
        return kept ? this::add : unused -> {};
    }

    private void add(Supplier<ObjectNode> entry) {
        Runnable action;
        synchronized (this) {
            entries.add(entry.get());
            openEntries--;
            action = openEntries == 0 ? whenComplete : null;
        }
        if (action != null) {
            action.run();
        }
    }

    /** Runs an action once all model requests have ended, which a disconnect cancels. */
    void whenComplete(Runnable action) {
        synchronized (this) {
            if (openEntries > 0) {
                whenComplete = action;
                return;
            }
        }
        action.run();
    }

    /** Writes the fields of the only model request, or a list. */
    synchronized void describe(ObjectNode line) {
        if (!error.isEmpty()) {
            line.put("error", error);
        }
        if (entries.size() == 1) {
            line.setAll(entries.get(0));
        } else if (!entries.isEmpty()) {
            line.putArray("requests").addAll(entries);
        }
    }
}
