/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** One world's view of a broker that several share: counts what it asks and what it is answered. */
final class CountingBroker {
    private final Broker shared;
    private final Map<String, Object> names;
    private final Set<Ticket> open = new HashSet<>();
    private int answered;

    /**
     * Counts.
     *
     * @param names who asked under which name, in all worlds
     */
    CountingBroker(Broker shared, Map<String, Object> names) {
        this.shared = shared;
        this.names = names;
    }

    /** Returns the broker to give to the world. */
    Broker broker() {
        return (Broker) Proxy.newProxyInstance(
                Broker.class.getClassLoader(), new Class<?>[] {Broker.class}, this::invoke);
    }

    /** How many requests have no outcome yet. */
    int open() {
        return open.size();
    }

    /** How many answers came. */
    int answered() {
        return answered;
    }

    @SuppressWarnings("unchecked")
    private Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("submit")) {
            return submit((Request<Object>) arguments[0], (Consumer<Update<Object>>) arguments[1]);
        }
        try {
            return method.invoke(shared, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Ticket submit(Request<Object> request, Consumer<Update<Object>> updates) {
        Object other = names.putIfAbsent(request.agent(), this);
        assertThat(other).as("two worlds ask as %s", request.agent()).isIn(null, this);
        Ticket ticket = shared.submit(request, update -> {
            if (update instanceof Update.Ended<Object> ended) {
                end(ended);
            }
            updates.accept(update);
        });
        assertThat(open.add(ticket)).isTrue();
        return ticket;
    }

    private void end(Update.Ended<Object> ended) {
        assertThat(open.remove(ended.ticket())).as("one outcome each").isTrue();
        Outcome.Kind kind = ended.outcome().kind();
        answered += ended.outcome() instanceof Outcome.Incomplete || kind == Outcome.Kind.ANSWERED
                ? 1
                : 0;
        if (ended.outcome() instanceof Outcome.Rejected rejected) {
            assertThat(rejected.reason()).isNotEqualTo(Outcome.RejectReason.AGENT_BUSY);
        }
    }
}
