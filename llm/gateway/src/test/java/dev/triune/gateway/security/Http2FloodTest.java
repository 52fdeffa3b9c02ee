/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.security;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that flood a connection of HTTP/2 are cut off, and others are served meanwhile. */
@Timeout(120)
class Http2FloodTest {
    private static final int FRAMES = 20_000;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    /** GET http / of an indexed header block, with a literal authority. */
    private static final byte[] REQUEST = block("127.0.0.1");

    private final GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    /** What is sent again and again. */
    private enum Flood {
        RAPID_RESET,
        CONTINUATIONS,
        EMPTY_DATA,
        PINGS,
        SETTINGS_CHANGES
    }

    private static byte[] block(String authority) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x82, (byte) 0x86, (byte) 0x84, 0x41});
        out.write(authority.length());
        out.writeBytes(authority.getBytes(US_ASCII));
        return out.toByteArray();
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(payload.length >> 16);
        out.write(payload.length >> 8);
        out.write(payload.length);
        out.write(type);
        out.write(flags);
        out.write(stream >> 24);
        out.write(stream >> 16);
        out.write(stream >> 8);
        out.write(stream);
        out.writeBytes(payload);
        return out.toByteArray();
    }

    private static byte[] next(Flood flood, int number) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        switch (flood) {
            case RAPID_RESET -> {
                int stream = 2 * number + 1;
                out.writeBytes(frame(HEADERS, END_HEADERS | END_STREAM, stream, REQUEST));
                out.writeBytes(frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}));
            }
            case CONTINUATIONS ->
                out.writeBytes(
                        number == 0
                                ? frame(HEADERS, 0, 1, REQUEST)
                                : frame(CONTINUATION, 0, 1, new byte[] {0x40, 1, 'a', 1, 'b'}));
            case EMPTY_DATA ->
                out.writeBytes(
                        number == 0
                                ? frame(HEADERS, END_HEADERS, 1, REQUEST)
                                : frame(DATA, 0, 1, new byte[0]));
            case PINGS -> out.writeBytes(frame(PING, 0, 0, new byte[8]));
            case SETTINGS_CHANGES ->
                out.writeBytes(frame(SETTINGS, 0, 0, new byte[] {0, 3, 0, 0, 0, 100}));
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(Flood.class)
    void floodIsCutOffAndOthersAreServed(Flood flood) throws IOException {
        boolean cut = false;
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), stage.gateway.uri().getPort())) {
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
            out.write(frame(SETTINGS, 0, 0, new byte[0]));
            for (int i = 0; i < FRAMES; i++) {
                out.write(next(flood, i));
            }
            cut = isEnded(socket.getInputStream());
        } catch (SocketTimeoutException e) {
            cut = false;
        } catch (IOException e) { // it was closed while the flood was sent
            cut = true;
        }
        assertThat(cut).as("the connection is closed").isTrue();
        assertThat(stage.get("/healthz").status()).isEqualTo(200);
    }

    private static boolean isEnded(InputStream in) throws IOException {
        byte[] buffer = new byte[8_192];
        while (true) {
            if (in.read(buffer) < 0) {
                return true;
            }
        }
    }
}
