/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ServerSocketFactory;

/**
 * Makes server sockets that send small pieces at once. Others keep a short body back until the
 * client has acknowledged the headers, which takes it 40 ms: too long for thousands of answers.
 */
final class PromptSockets extends ServerSocketFactory {
    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new PromptSocket();
    }

    @Override
    public ServerSocket createServerSocket(int port) {
        throw new UnsupportedOperationException("made unbound only");
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) {
        throw new UnsupportedOperationException("made unbound only");
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
        throw new UnsupportedOperationException("made unbound only");
    }

    private static final class PromptSocket extends ServerSocket {
        PromptSocket() throws IOException {}

        @Override
        public Socket accept() throws IOException {
            Socket socket = super.accept();
            socket.setTcpNoDelay(true);
            return socket;
        }
    }
}
