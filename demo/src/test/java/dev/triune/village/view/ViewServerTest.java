/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;

/** The server's stream of events, read from a socket. */
final class ViewServerTest {
    /** A browser drops what it has not read yet when a response breaks off. */
    @RepeatedTest(20)
    void responsesAreCompleteWhenTheRunEnds() throws IOException {
        VillageView view = VillageView.open(0, "test");
        List<Socket> pages = new ArrayList<>();
        try (VillageSimulation simulation =
                new VillageBuilder(SimulationSettings.offline(7)).build()) {
            view.attach(simulation);
            simulation.tick();
            for (int i = 0; i < FrameBroadcaster.MAX_VIEWERS; i++) {
                pages.add(watch(URI.create(view.url()).getPort()));
            }
            view.update(new FixedStepPacer(true, 1, 50_000_000, 0));
            view.showLastFrame();
            view.ended(List.of("the report"));
            view.close();
        }
        for (Socket page : pages) {
            try (page) {
                assertThat(new String(page.getInputStream().readAllBytes(), UTF_8))
                        .contains("the report")
                        .endsWith("\r\n0\r\n\r\n"); // the last chunk
            }
        }
    }

    /** Connects as a page and reads the status. */
    private static Socket watch(int port) throws IOException {
        Socket page = new Socket("127.0.0.1", port);
        page.getOutputStream()
                .write(("GET /events HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n")
                        .getBytes(US_ASCII));
        assertThat(page.getInputStream().readNBytes(15))
                .isEqualTo("HTTP/1.1 200 OK".getBytes(US_ASCII));
        return page;
    }
}
