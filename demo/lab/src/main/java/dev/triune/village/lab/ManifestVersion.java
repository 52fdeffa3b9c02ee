/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest. */
final class ManifestVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Optional.ofNullable(
                        ManifestVersion.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
        return new String[] {"triune-village " + version};
    }
}
