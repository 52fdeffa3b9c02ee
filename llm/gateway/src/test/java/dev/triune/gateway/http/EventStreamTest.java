/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** The memory used by streams of clients that read slowly or not at all. */
class EventStreamTest {
    private static final int OF_ONE = 256 << 10;
    private static final int OF_ALL = 1 << 20;
    private static final long SECOND = 1_000_000_000;
    private static final byte[] PIECE = new byte[8 << 10];

    private final StreamLimits limits = limits(Runnable::run);
    private final List<Callback> unread = new ArrayList<>();
    private final List<Integer> writes = new ArrayList<>();
    private int cutOff;

    @Test
    void thousandUnreadStreamsUseBoundedMemory() {
        List<EventStream> streams = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            streams.add(stream(false));
        }
        long most = 0;
        for (int piece = 0; piece < 40; piece++) {
            for (EventStream stream : streams) {
                stream.send(PIECE);
                most = Math.max(most, limits.buffered().get());
            }
        }

        // what each may leave unread in any case, and the piece that is being written
        assertThat(most).isLessThan(OF_ALL + 1_000L * 5 * PIECE.length);
        assertThat(cutOff).as("clients that were cut off").isEqualTo(1_000);
        assertThat(limits.buffered()).hasValue(0);
    }

    @Test
    void readingClientIsNotCutOffByOtherSlowClients() {
        EventStream reader = stream(true);
        List<EventStream> slow = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            slow.add(stream(false));
        }
        for (int piece = 0; piece < 100; piece++) {
            slow.forEach(stream -> stream.send(PIECE));
            reader.send(PIECE);
        }
        assertThat(cutOff).isEqualTo(10);
        reader.end(PIECE);
        assertThat(limits.buffered()).hasValue(0);
    }

    @Test
    void eventsThatComeTogetherAreOneWrite() {
        Deque<Runnable> later = new ArrayDeque<>();
        EventStream stream = stream(true, limits(later::add));

        stream.send(PIECE);
        stream.send(PIECE);
        assertThat(writes).isEmpty();
        later.remove().run();
        stream.send(PIECE);
        stream.end(PIECE);
        later.remove().run();

        assertThat(writes).containsExactly(2 * PIECE.length, 2 * PIECE.length);
        assertThat(later).isEmpty();
    }

    private static StreamLimits limits(Executor writer) {
        return new StreamLimits(
                OF_ONE, OF_ALL, new AtomicLong(), SECOND, SECOND, SECOND, () -> 0, writer);
    }

    private EventStream stream(boolean reads) {
        return stream(reads, limits);
    }

    /** Opens a stream to a client that reads everything at once, or nothing. */
    private EventStream stream(boolean reads, StreamLimits limits) {
        EndPoint endPoint = proxy(EndPoint.class, (self, method, arguments) -> {
            cutOff += method.getName().equals("close") ? 1 : 0;
            return null;
        });
        Connection connection = proxy(Connection.class, (self, method, arguments) -> endPoint);
        ConnectionMetaData metaData = proxy(
                ConnectionMetaData.class,
                (self, method, arguments) -> method.getName().equals("getHttpVersion")
                        ? HttpVersion.HTTP_1_1
                        : connection);
        Request request = proxy(Request.class, (self, method, arguments) -> metaData);
        HttpFields.Mutable headers = HttpFields.build();
        Response response = proxy(Response.class, (self, method, arguments) -> {
            if (method.getName().equals("write")) {
                writes.add(((ByteBuffer) arguments[1]).remaining());
                assertThat(writes.get(writes.size() - 1)).isPositive();
                if (reads) {
                    ((Callback) arguments[2]).succeeded();
                } else {
                    unread.add((Callback) arguments[2]);
                }
            }
            return method.getName().equals("getHeaders") ? headers : null;
        });
        return new ServerExchange(
                        request, response, Callback.NOOP, limits, ApiErrorFormat.INSTANCE, false)
                .stream();
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
