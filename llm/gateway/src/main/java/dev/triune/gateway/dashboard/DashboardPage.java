/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.http.ApiErrorFormat;
import dev.triune.gateway.http.HttpRoutes;
import dev.triune.gateway.http.HttpRoutes.Access;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.eclipse.jetty.http.HttpFields;

/**
 * The static files of the page. They contain no data, so they need no token; they may only load
 * from and call the gateway itself.
 */
final class DashboardPage {
    private static final HttpFields HEADERS = HttpFields.build()
            .put(
                    "Content-Security-Policy",
                    "default-src 'self'; base-uri 'none'; form-action 'none';"
                            + " frame-ancestors 'none'; object-src 'none'")
            .put("Referrer-Policy", "no-referrer")
            .put("Cross-Origin-Opener-Policy", "same-origin")
            .put("Cross-Origin-Resource-Policy", "same-origin")
            .asImmutable();

    private DashboardPage() {}

    static void add(HttpRoutes routes) {
        file(routes, "/", "dashboard.html", "text/html;charset=utf-8");
        file(routes, "/dashboard.css", "dashboard.css", "text/css;charset=utf-8");
        file(routes, "/dashboard.js", "dashboard.js", "text/javascript;charset=utf-8");
        file(
                routes,
                "/dashboard-charts.js",
                "dashboard-charts.js",
                "text/javascript;charset=utf-8");
        file(routes, "/dashboard.svg", "dashboard.svg", "image/svg+xml");
    }

    private static void file(HttpRoutes routes, String path, String name, String type) {
        byte[] content = read(name);
        routes.add(
                Access.OPEN,
                "GET",
                path,
                ApiErrorFormat.INSTANCE,
                (fields, exchange) -> exchange.send(200, type, content, HEADERS));
    }

    private static byte[] read(String name) {
        try (InputStream file = DashboardPage.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the file " + name + " is not in this program");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
