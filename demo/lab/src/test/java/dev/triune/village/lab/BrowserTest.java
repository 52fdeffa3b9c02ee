/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BrowserTest {
    private static final String URL = "http://127.0.0.1:8780";

    @Test
    void eachSystemHasItsProgram() {
        assertThat(Browser.command("Mac OS X", Map.of(), URL)).containsExactly("open", URL);
        assertThat(Browser.command("Windows 11", Map.of(), URL))
                .containsExactly("rundll32", "url.dll,FileProtocolHandler", URL);
        assertThat(Browser.command("Linux", Map.of("DISPLAY", ":0"), URL))
                .containsExactly("xdg-open", URL);
        assertThat(Browser.command("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0"), URL))
                .containsExactly("xdg-open", URL);
    }

    @Test
    void headlessMachineHasNone() {
        assertThat(Browser.command("Linux", Map.of("PATH", "/usr/bin"), URL)).isEmpty();
    }
}
