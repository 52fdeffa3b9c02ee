/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BuilderOptions;
import dev.triune.llm.Priority;
import dev.triune.llm.Ticket;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.internal.policy.FairShare;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wait queues: one line per game, the order of requests, and the queues of a provider. */
class WaitQueueTest {
    private static final long NOW = 0;

    private final SingleOwnerBroker broker = broker();
    private final FairShare share = broker.share;
    private final RequestOrdering ordering = broker.ordering;
    private final WaitQueue queue = new WaitQueue(ordering);
    private final ProviderSlot slot = new ProviderSlot(Stage.settings(), new VirtualTime());
    private final RouteTarget target = new RouteTarget(slot, "model-1", List.of(), "model-1");
    private long tickets;

    @Test
    void queueIsEmptyAfterTheLastPoll() {
        PendingRequest<?> one = waiting("a", Priority.HIGH);
        PendingRequest<?> two = waiting("a", Priority.LOW);
        assertThat(queue.isEmpty()).isFalse();

        queue.poll(one, NOW);
        assertThat(queue.isEmpty()).isFalse();
        assertThat(queue.sizeOf("a")).isEqualTo(1);
        queue.poll(two, NOW);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.lanesByTenant())
                .as("lines of games without waiting requests")
                .isEmpty();
    }

    @Test
    void removingARequestKeepsOthersOfItsGame() {
        PendingRequest<?> one = waiting("a", Priority.HIGH);
        PendingRequest<?> two = waiting("a", Priority.LOW);
        waiting("b", Priority.LOW);

        queue.remove(two);
        assertThat(queue.lanesByTenant()).containsOnlyKeys("a", "b");
        queue.remove(two);
        queue.remove(one);

        assertThat(queue.lanesByTenant()).containsOnlyKeys("b");
        assertThat(queue.isEmpty()).isFalse();
    }

    @Test
    void rejectsPollOfARequestThatIsNotFirst() {
        waiting("a", Priority.HIGH);
        PendingRequest<?> second = waiting("a", Priority.LOW);

        assertThatIllegalStateException()
                .isThrownBy(() -> queue.poll(second, NOW))
                .withMessageContaining("not first in its lanes");
    }

    @Test
    void rejectsPollOfARequestThatIsNotQueued() {
        PendingRequest<?> stranger = pending("b", Priority.HIGH);
        waiting("a", Priority.HIGH);

        assertThatIllegalStateException()
                .isThrownBy(() -> queue.poll(stranger, NOW))
                .withMessageContaining("does not wait here");
    }

    @Test
    void inOrderListsTheLeastServedGameFirst() {
        share.charge("a", 100);
        PendingRequest<?> a1 = waiting("a", Priority.LOW);
        PendingRequest<?> a2 = waiting("a", Priority.HIGH);
        PendingRequest<?> b1 = waiting("b", Priority.LOW);
        PendingRequest<?> b2 = waiting("b", Priority.HIGH);

        assertThat(queue.inOrder(NOW, 10)).isEqualTo(List.of(b2, b1, a2, a1));
        assertThat(queue.inOrder(NOW, 4)).hasSize(4);
        assertThat(queue.inOrder(NOW, 3)).isEqualTo(List.of(b2, b1, a2));
        assertThat(queue.inOrder(NOW, 1)).isEqualTo(List.of(b2));
    }

    @Test
    void inOrderListsRequestsOfAGameByUrgency() {
        PendingRequest<?> low = waiting("a", Priority.LOW);
        PendingRequest<?> high = waiting("a", Priority.HIGH);

        assertThat(queue.inOrder(NOW, 2)).isEqualTo(List.of(high, low));
    }

    // ---- the queues of a provider

    @Test
    void emptyQueueIsRemoved() {
        RequestQueues requestQueues = broker.requestQueues;
        PendingRequest<?> one = pending("a", Priority.HIGH);
        PendingRequest<?> two = pending("a", Priority.LOW);
        requestQueues.enqueueAt(one, target);
        requestQueues.enqueueAt(two, target);

        requestQueues.poll(one, target, NOW);
        assertThat(requestQueues.queuesOf(slot)).hasSize(1);
        requestQueues.remove(two);

        assertThat(requestQueues.queuesOf(slot)).isEmpty();
        assertThat(requestQueues.waiting()).isZero();
        assertThat(slot.queued()).isZero();
    }

    @Test
    void gameWithoutQueuedRequestsTakesNoShare() {
        RequestQueues requestQueues = broker.requestQueues;
        PendingRequest<?> gone = pending("a", Priority.HIGH);
        requestQueues.enqueueAt(gone, target);
        requestQueues.enqueueAt(pending("b", Priority.HIGH), target);
        assertThat(share.shareOf("b")).isEqualTo(0.5);

        requestQueues.remove(gone);

        assertThat(share.shareOf("b")).isEqualTo(1);
    }

    private static SingleOwnerBroker broker() {
        BrokerBuilder builder = new BrokerBuilder()
                .provider(Stage.settings(), new FakeProvider())
                .tokensPerRequest(0);
        return new SingleOwnerBroker(BuilderOptions.of(builder));
    }

    private PendingRequest<?> waiting(String game, Priority priority) {
        PendingRequest<?> pending = pending(game, priority);
        queue.add(pending);
        return pending;
    }

    private PendingRequest<?> pending(String game, Priority priority) {
        return new PendingRequest<>(
                new Ticket(++tickets),
                Stage.asking("hello?").tenant(game).priority(priority).build(),
                update -> {},
                NOW,
                List.of(target));
    }
}
