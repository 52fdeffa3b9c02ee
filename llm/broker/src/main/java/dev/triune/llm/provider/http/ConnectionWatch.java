/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import java.net.InetSocketAddress;
import java.net.Proxy;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;

/** Tells one call whether its connection was made for it. Called on the thread of the call. */
final class ConnectionWatch extends EventListener {
    private boolean made;

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        made = true;
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        Watched watched = call.request().tag(Watched.class);
        if (watched != null) {
            watched.hasConnection(made);
        }
    }

    /** A call that is told; the tag of its request. */
    @FunctionalInterface
    interface Watched {
        /** A connection is at hand: one that was left over unless one was made for this call. */
        void hasConnection(boolean isNew);
    }
}
