/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import java.util.Arrays;

/**
 * A binary heap of agents, indexed by entity id. Allocates only to grow.
 *
 * <p>Each examination moves its agent or leaves it in place, and agents that die are removed from
 * anywhere, so the heap knows each one's position; a queue that had to search for it would make a pass
 * over a crowd quadratic. Invariants: {@code heap[positions[a]] == a} for each queued agent, {@code
 * positions} is NOWHERE for all others, and no agent goes before its parent. Ties end with the entity
 * id, so that the same world makes the same requests whatever the order of events.
 */
final class AgentHeap {
    private static final int NOWHERE = -1;

    private int[] heap = new int[16];
    private int size;

    /** By entity id. */
    private int[] positions = {};

    /**
     * By entity id: the rank and the tick of the last request, adjacent because they are read
     * together.
     */
    private long[] keys = {};

    /**
     * Adds or moves an agent.
     *
     * @param urgencyRank the rank: greater goes first, then the earlier lastAsked, then the lower
     *     entity id
     */
    void offer(int agent, long urgencyRank, long lastAsked) {
        if (agent >= positions.length) {
            grow(agent);
        }
        boolean isQueued = positions[agent] != NOWHERE;
        if (isQueued && rank(agent) == urgencyRank && lastRequested(agent) == lastAsked) {
            return;
        }
        keys[2 * agent] = urgencyRank;
        keys[2 * agent + 1] = lastAsked;
        if (!isQueued) {
            heap = size == heap.length ? Arrays.copyOf(heap, 2 * size) : heap;
            put(agent, size++);
        }
        restoreHeapOrder(agent);
    }

    void remove(int agent) {
        if (agent >= positions.length || positions[agent] == NOWHERE) {
            return;
        }
        int position = positions[agent];
        int last = heap[--size];
        positions[agent] = NOWHERE;
        if (last != agent) {
            put(last, position);
            restoreHeapOrder(last);
        }
    }

    /** Adds an agent again that was removed, in its old place. */
    void putBack(int agent) {
        offer(agent, rank(agent), lastRequested(agent));
    }

    /** Notes the place of an agent that is not queued, for {@link #putBack}. */
    void note(int agent, long urgencyRank, long lastAsked) {
        keys[2 * agent] = urgencyRank;
        keys[2 * agent + 1] = lastAsked;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the first agent; the heap must not be empty. */
    int first() {
        return heap[0];
    }

    /** Returns the rank of the first agent; the heap must not be empty. */
    long firstRank() {
        return rank(heap[0]);
    }

    /** Whether the first agent goes before the first one of another heap. */
    boolean precedes(AgentHeap other) {
        int mine = heap[0];
        int theirs = other.heap[0];
        if (rank(mine) != other.rank(theirs)) {
            return rank(mine) > other.rank(theirs);
        }
        return lastRequested(mine) < other.lastRequested(theirs);
    }

    private long rank(int agent) {
        return keys[2 * agent];
    }

    private long lastRequested(int agent) {
        return keys[2 * agent + 1];
    }

    /** Moves an agent up or down to its place. */
    private void restoreHeapOrder(int agent) {
        int at = positions[agent];
        while (at > 0 && precedes(agent, heap[(at - 1) / 2])) {
            put(heap[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        put(agent, at);
        for (int child = firstChild(at); child < size; child = firstChild(at)) {
            if (!precedes(heap[child], agent)) {
                break;
            }
            put(heap[child], at);
            at = child;
        }
        put(agent, at);
    }

    /** Returns the index of the child that goes first; the size or more if there is none. */
    private int firstChild(int at) {
        int left = 2 * at + 1;
        boolean right = left + 1 < size && precedes(heap[left + 1], heap[left]);
        return right ? left + 1 : left;
    }

    private boolean precedes(int agent, int other) {
        if (rank(agent) != rank(other)) {
            return rank(agent) > rank(other);
        }
        return lastRequested(agent) != lastRequested(other)
                ? lastRequested(agent) < lastRequested(other)
                : agent < other;
    }

    private void put(int agent, int at) {
        heap[at] = agent;
        positions[agent] = at;
    }

    private void grow(int agent) {
        int before = positions.length;
        int capacity = Math.max(agent + 1, before + before / 2 + 16);
        positions = Arrays.copyOf(positions, capacity);
        keys = Arrays.copyOf(keys, 2 * capacity);
        Arrays.fill(positions, before, capacity, NOWHERE);
    }
}
