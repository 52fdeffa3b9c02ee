/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.queue.PriorityLanes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests that wait under the same limits: one line for each game that shares them. Owner only. */
final class Room {
    private final Turn turn;
    private final Map<String, PriorityLanes<Pending<?>>> lines = new LinkedHashMap<>();
    private int size;

    Room(Turn turn) {
        this.turn = turn;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds a request, in the place that its ticket gives it. */
    void add(Pending<?> pending) {
        PriorityLanes<Pending<?>> line = lines.computeIfAbsent(
                turn.lineOf(pending), game -> new PriorityLanes<>(turn.ageing()));
        pending.waiting = line.add(
                pending, pending.request.priority(), pending.ticket.number(), pending.since);
        size++;
    }

    /** Whose turn it is; null if nobody waits. */
    @Nullable
    Pending<?> peek(long now) {
        Pending<?> first = null;
        for (PriorityLanes<Pending<?>> line : lines.values()) {
            Pending<?> head = line.peek(now);
            if (head != null && (first == null || turn.before(head, first, now))) {
                first = head;
            }
        }
        return first;
    }

    /** Takes the one whose turn it is. */
    void poll(Pending<?> first, long now) {
        PriorityLanes<Pending<?>> line = lineOf(first);
        if (line.poll(now) != first) {
            throw new IllegalStateException("not first in its line: " + first.ticket);
        }
        left(first);
    }

    /** Takes out one that waits here, wherever it stands. */
    void remove(Pending<?> pending) {
        if (pending.waiting != null && lineOf(pending).remove(pending.waiting)) {
            left(pending);
        }
    }

    /** The first of all lines, in order, as a batch would take them. */
    List<Pending<?>> inOrder(long now, int most) {
        List<Pending<?>> all = new ArrayList<>();
        for (PriorityLanes<Pending<?>> line : lines.values()) {
            all.addAll(line.inOrder(now, most));
        }
        if (lines.size() > 1) {
            all.sort((a, b) -> turn.compare(a, b, now));
        }
        return all.size() > most ? all.subList(0, most) : all;
    }

    /** How many of that game wait here. */
    int sizeOf(String game) {
        PriorityLanes<Pending<?>> line = lines.get(game);
        return line == null ? 0 : line.size();
    }

    /** The lines, by game. */
    Map<String, PriorityLanes<Pending<?>>> lines() {
        return lines;
    }

    private PriorityLanes<Pending<?>> lineOf(Pending<?> pending) {
        PriorityLanes<Pending<?>> line = lines.get(turn.lineOf(pending));
        if (line == null) {
            throw new IllegalStateException("does not wait here: " + pending.ticket);
        }
        return line;
    }

    private void left(Pending<?> pending) {
        pending.waiting = null;
        size--;
        if (lineOf(pending).size() == 0) {
            lines.remove(turn.lineOf(pending));
        }
    }
}
