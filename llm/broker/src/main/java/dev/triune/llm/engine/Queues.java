/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.policy.share.FairShare;
import dev.triune.llm.queue.PriorityLanes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where requests wait: in the rooms of their providers, or set aside for a while. Counts them, so
 * that each queue stays bounded. Owner only.
 */
final class Queues {
    private final Turn turn;
    private final FairShare share;
    private final Figures figures;

    /** The one room of all providers, where they share one queue; else null. */
    private final @Nullable Room common;

    private int waiting;

    Queues(Turn turn, FairShare share, Figures figures, boolean perProvider) {
        this.turn = turn;
        this.share = share;
        this.figures = figures;
        this.common = perProvider ? null : new Room(turn);
    }

    /** How many wait. */
    int waiting() {
        return waiting;
    }

    /** The rooms where requests for that provider may wait. */
    Iterable<Room> roomsOf(ProviderSlot slot) {
        return common == null ? slot.rooms.values() : List.of(common);
    }

    /** Queues a request at a stop. */
    void enqueue(Pending<?> pending, Stop stop) {
        ProviderSlot slot = stop.slot();
        pending.stop = stop;
        Room room = common != null
                ? common
                : slot.rooms.computeIfAbsent(stop.scope(), scope -> new Room(turn));
        pending.room = room;
        room.add(pending);
        share.arrived(turn.lineOf(pending));
        count(slot, 1);
    }

    /** Keeps a request that waits for something else than its provider. */
    void setAside(Pending<?> pending) {
        pending.aside = true;
        count(pending.stop.slot(), 1);
    }

    /** Takes the request whose turn it is out of its room. */
    void poll(Pending<?> first, long now) {
        Room room = first.room;
        if (room != null) {
            room.poll(first, now);
            left(first, room);
        }
    }

    /** Takes a request out, wherever it waits; nothing happens if it does not. */
    void remove(Pending<?> pending) {
        Room room = pending.room;
        if (room != null) {
            room.remove(pending);
            left(pending, room);
        } else if (pending.aside) {
            pending.aside = false;
            count(pending.stop.slot(), -1);
        }
    }

    private void left(Pending<?> pending, Room room) {
        pending.room = null;
        share.left(turn.lineOf(pending));
        if (room != common && room.isEmpty()) {
            pending.stop.slot().rooms.remove(pending.stop.scope());
        }
        count(pending.stop.slot(), -1);
    }

    private void count(ProviderSlot slot, int change) {
        slot.queued(change);
        waiting += change;
        figures.queued(waiting);
    }

    /** Whether there is no room for another newcomer. */
    boolean full(ProviderSlot slot) {
        return common == null ? slot.full() : waiting >= slot.settings.queueLimit();
    }

    /**
     * Who gives up its place to a newcomer in a full queue: the least urgent of the game that has
     * most waiting, if the newcomer's game has clearly fewer; else the least urgent of all, if it is
     * less urgent than the newcomer. Null if nobody does.
     */
    @Nullable
    Pending<?> placeFor(Pending<?> newcomer, ProviderSlot slot, long now) {
        String largest = largestGame(slot);
        boolean takesTurns = !largest.equals(turn.lineOf(newcomer));
        if (takesTurns && sizeOf(largest, slot) > sizeOf(turn.lineOf(newcomer), slot) + 1) {
            return leastUrgent(slot, largest, now);
        }
        Pending<?> least = leastUrgent(slot, null, now);
        boolean lessUrgent = least != null
                && levelOf(least, now) < newcomer.request.priority().level();
        return lessUrgent ? least : null;
    }

    private String largestGame(ProviderSlot slot) {
        String largest = "";
        for (Room room : roomsOf(slot)) {
            for (String game : room.lines().keySet()) {
                if (sizeOf(game, slot) > sizeOf(largest, slot)) {
                    largest = game;
                }
            }
        }
        return largest;
    }

    private int sizeOf(String game, ProviderSlot slot) {
        int sum = 0;
        for (Room room : roomsOf(slot)) {
            sum += room.sizeOf(game);
        }
        return sum;
    }

    private @Nullable Pending<?> leastUrgent(ProviderSlot slot, @Nullable String game, long now) {
        Pending<?> least = null;
        for (Room room : roomsOf(slot)) {
            for (Map.Entry<String, PriorityLanes<Pending<?>>> line :
                    room.lines().entrySet()) {
                boolean counts = game == null || game.equals(line.getKey());
                var last = counts ? line.getValue().leastUrgent(now) : null;
                if (last != null
                        && (least == null || levelOf(last.item(), now) < levelOf(least, now))) {
                    least = last.item();
                }
            }
        }
        return least;
    }

    private int levelOf(Pending<?> pending, long now) {
        return turn.ageing().levelAfter(pending.request.priority().level(), now - pending.since);
    }
}
