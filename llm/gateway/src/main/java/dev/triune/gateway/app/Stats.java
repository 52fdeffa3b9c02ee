/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code stats}: what a gateway does, in a terminal. */
@Command(name = "stats", mixinStandardHelpOptions = true, description = "show what a gateway does")
final class Stats implements Callable<Integer> {
    @Override
    public Integer call() {
        return GatewayApp.OK;
    }
}
