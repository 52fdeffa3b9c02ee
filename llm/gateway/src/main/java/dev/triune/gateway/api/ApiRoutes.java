/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.server.ApiErrors;
import dev.triune.gateway.server.ErrorForm;
import dev.triune.gateway.server.Routes;
import dev.triune.gateway.session.Gateway;

/** The gateway's own calls, each at its path. */
public final class ApiRoutes {
    private ApiRoutes() {}

    /**
     * Adds them.
     *
     * @param credits the most that one request of a batch may cost
     */
    public static void add(Routes routes, Gateway gateway, int credits) {
        ErrorForm errors = ApiErrors.FORM;
        routes.client("POST", "/api/llm/generate", errors, new Generate(gateway));
        Batch batch = new Batch(gateway, credits);
        routes.client("POST", "/api/llm/batch", errors, batch);
        routes.client("POST", "/llm/batch", errors, batch);
    }
}
