/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.net.InetSocketAddress;
import java.net.Proxy;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;

/**
 * Tells one call whether its connection was made for it, and when it was sent. Called on the thread
 * of the call.
 */
public final class ConnectionEventListener extends EventListener {
    private boolean newConnection;

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        newConnection = true;
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        ConnectionAware connectionAware = call.request().tag(ConnectionAware.class);
        if (connectionAware != null) {
            connectionAware.onConnection(newConnection);
        }
    }

    @Override
    public void requestBodyEnd(Call call, long byteCount) {
        ConnectionAware connectionAware = call.request().tag(ConnectionAware.class);
        if (connectionAware != null) {
            connectionAware.onSent();
        }
    }

    /** The listener of one call; the tag of its request. */
    public interface ConnectionAware {
        /** The call has a connection: one that was left over unless one was made for this call. */
        void onConnection(boolean isNew);

        /** The whole request was handed to the connection, so that the server may receive it. */
        void onSent();
    }
}
