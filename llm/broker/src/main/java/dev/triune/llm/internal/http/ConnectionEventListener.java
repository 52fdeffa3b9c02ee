/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.net.InetSocketAddress;
import java.net.Proxy;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;

/** Reports to a call on its thread whether its connection is new, and when it was sent. */
public final class ConnectionEventListener extends EventListener {
    private boolean newConnection;

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        newConnection = true;
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
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
}
