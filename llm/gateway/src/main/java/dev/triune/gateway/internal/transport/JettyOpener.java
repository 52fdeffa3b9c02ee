/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.internal.transport;

import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.internal.http.Transport;

/** Opens {@link JettyTransport}. Stateless. */
public final class JettyOpener implements Transport.Opener {
    /** Creates the opener; called by {@link java.util.ServiceLoader}. */
    public JettyOpener() {}

    @Override
    public Transport open(HttpSettings settings) {
        return new JettyTransport(settings);
    }
}
