/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.junit.jupiter.api.Assertions.assertAll;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The official SDKs for Java; those of npm are in the module of browser tests. */
class SdkMatrixTest {
    @Test
    @Timeout(300) // some SDKs wait in real time
    void officialSdksGetTheSameResultsThroughTheGateway() {
        assertAll(JavaSdks.ALL.stream().map(sdk -> () -> SdkMatrix.check(sdk)));
    }
}
