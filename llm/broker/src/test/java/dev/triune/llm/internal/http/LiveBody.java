/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.SocketEffect;
import okio.BufferedSink;

/** A response body whose content and timing the test controls. */
final class LiveBody implements MockResponseBody {
    private static final long PATIENCE_SECONDS = 60;
    private static final String END = "";

    private final BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
    private final CountDownLatch hungUp = new CountDownLatch(1);

    /** An answer that ends where this does. */
    MockResponse response() {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(this)
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build();
    }

    /** Sends that at once. */
    void say(String text) {
        pieces.add(text);
    }

    /** Sends nothing more. */
    void end() {
        pieces.add(END);
    }

    /** Sends comments until the client hangs up; returns whether it did. */
    boolean awaitHangUp() throws InterruptedException {
        for (int i = 0; i < PATIENCE_SECONDS * 50; i++) {
            if (hungUp.await(20, TimeUnit.MILLISECONDS)) {
                return true;
            }
            say(": \n\n");
        }
        return false;
    }

    @Override
    public long getContentLength() {
        return -1;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        try {
            String piece = pieces.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            while (piece != null && !piece.equals(END)) {
                sink.write(piece.getBytes(StandardCharsets.UTF_8));
                sink.flush();
                piece = pieces.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (IOException gone) {
            hungUp.countDown();
            throw gone;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
