/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.ConnectionPool;
import okhttp3.EventListener;

/**
 * Reports to a call on its thread whether its connection is new, and when it was sent. If a reused
 * connection fails, closes all idle ones, so that the call is not sent again on one that the server
 * has closed too.
 */
public final class ConnectionEventListener extends EventListener {
    private final ConnectionPool connections;
    private boolean newConnection;
    private boolean reusedConnection;

    ConnectionEventListener(ConnectionPool connections) {
        this.connections = connections;
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        newConnection = true;
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        reusedConnection = !newConnection;
        ResponseExchange exchange = call.request().tag(ResponseExchange.class);
        if (exchange != null) {
            exchange.onConnection(newConnection);
        }
    }

    @Override
    public void requestBodyEnd(Call call, long byteCount) {
        ResponseExchange exchange = call.request().tag(ResponseExchange.class);
        if (exchange != null) {
            exchange.onSent();
        }
    }

    @Override
    public void callFailed(Call call, IOException cause) {
        if (reusedConnection && !call.isCanceled()) {
            connections.evictAll();
        }
    }
}
