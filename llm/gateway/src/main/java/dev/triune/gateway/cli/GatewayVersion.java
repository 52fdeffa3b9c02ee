/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** Reads the version from the jar's manifest. */
final class GatewayVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Optional.ofNullable(
                        GatewayVersion.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        return new String[] {"triune-gateway " + version};
    }
}
