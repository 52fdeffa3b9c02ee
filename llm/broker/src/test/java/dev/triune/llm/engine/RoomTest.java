/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.Priority;
import dev.triune.llm.Ticket;
import dev.triune.llm.policy.share.FairShare;
import dev.triune.llm.queue.Ageing;
import dev.triune.llm.time.VirtualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rooms: a line for each game, and who comes first of all; and the rooms of a provider. */
class RoomTest {
    private static final long NOW = 0;

    private final FairShare share = new FairShare(Map.of(), 0);
    private final Turn turn = new Turn(share, Ageing.DEFAULT, true);
    private final Room room = new Room(turn);
    private final ProviderSlot slot = new ProviderSlot(Stage.settings(), new VirtualTime());
    private final Stop stop = new Stop(slot, "model-1", List.of(), "model-1");
    private long tickets;

    @Test
    void aRoomIsEmptyAgainWhenTheLastOneWasPolled() {
        Pending<?> one = waiting("a", Priority.HIGH);
        Pending<?> two = waiting("a", Priority.LOW);
        assertThat(room.isEmpty()).isFalse();

        room.poll(one, NOW);
        assertThat(room.isEmpty()).isFalse();
        assertThat(room.sizeOf("a")).isEqualTo(1);
        room.poll(two, NOW);
        assertThat(room.isEmpty()).isTrue();
        assertThat(room.lines()).as("lines of games of which nobody waits").isEmpty();
    }

    @Test
    void oneThatIsTakenOutLeavesTheOthersOfItsGame() {
        Pending<?> one = waiting("a", Priority.HIGH);
        Pending<?> two = waiting("a", Priority.LOW);
        waiting("b", Priority.LOW);

        room.remove(two);
        assertThat(room.lines()).containsOnlyKeys("a", "b");
        room.remove(two);
        room.remove(one);

        assertThat(room.lines()).containsOnlyKeys("b");
        assertThat(room.isEmpty()).isFalse();
    }

    @Test
    void onlyTheFirstOfALineCanBePolled() {
        waiting("a", Priority.HIGH);
        Pending<?> second = waiting("a", Priority.LOW);

        assertThatIllegalStateException()
                .isThrownBy(() -> room.poll(second, NOW))
                .withMessageContaining("not first in its line");
    }

    @Test
    void oneThatWaitsElsewhereCannotBePolled() {
        Pending<?> stranger = pending("b", Priority.HIGH);
        waiting("a", Priority.HIGH);

        assertThatIllegalStateException()
                .isThrownBy(() -> room.poll(stranger, NOW))
                .withMessageContaining("does not wait here");
    }

    @Test
    void inOrderTheGameWithTheLeastServiceComesFirstWhicheverLineWasOpenedFirst() {
        share.charge("a", 100);
        Pending<?> a1 = waiting("a", Priority.LOW);
        Pending<?> a2 = waiting("a", Priority.HIGH);
        Pending<?> b1 = waiting("b", Priority.LOW);
        Pending<?> b2 = waiting("b", Priority.HIGH);

        assertThat(room.inOrder(NOW, 10)).isEqualTo(List.of(b2, b1, a2, a1));
        assertThat(room.inOrder(NOW, 4)).hasSize(4);
        assertThat(room.inOrder(NOW, 3)).isEqualTo(List.of(b2, b1, a2));
        assertThat(room.inOrder(NOW, 1)).isEqualTo(List.of(b2));
    }

    @Test
    void inOrderListsOneLineByUrgency() {
        Pending<?> low = waiting("a", Priority.LOW);
        Pending<?> high = waiting("a", Priority.HIGH);

        assertThat(room.inOrder(NOW, 2)).isEqualTo(List.of(high, low));
    }

    // ---- the rooms of a provider

    @Test
    void aRoomThatNobodyWaitsInIsForgotten() {
        Queues queues = queues();
        Pending<?> one = pending("a", Priority.HIGH);
        Pending<?> two = pending("a", Priority.LOW);
        queues.enqueue(one, stop);
        queues.enqueue(two, stop);

        queues.poll(one, NOW);
        assertThat(queues.roomsOf(slot)).hasSize(1);
        queues.remove(two);

        assertThat(queues.roomsOf(slot)).isEmpty();
        assertThat(queues.waiting()).isZero();
        assertThat(slot.queued()).isZero();
    }

    @Test
    void aGameThatLeftTheQueueNoLongerWantsAPart() {
        Queues queues = queues();
        Pending<?> gone = pending("a", Priority.HIGH);
        queues.enqueue(gone, stop);
        queues.enqueue(pending("b", Priority.HIGH), stop);
        assertThat(share.part("b")).isEqualTo(0.5);

        queues.remove(gone);

        assertThat(share.part("b")).isEqualTo(1);
    }

    private Queues queues() {
        SafeListener nobody = new SafeListener(List.of());
        return new Queues(turn, share, new Figures(new BrokerBuilder().prices(), nobody), true);
    }

    private Pending<?> waiting(String game, Priority priority) {
        Pending<?> pending = pending(game, priority);
        room.add(pending);
        return pending;
    }

    private Pending<?> pending(String game, Priority priority) {
        return new Pending<>(
                new Ticket(++tickets),
                Stage.asking("hello?").session(game).priority(priority).build(),
                update -> {},
                NOW,
                List.of(stop));
    }
}
