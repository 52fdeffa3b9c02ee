/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The shares of gateways without Redis. */
class LocalShareTest {
    @Test
    void allGatewaysTogetherUseTheDocumentedFraction() {
        for (int gateways = 1; gateways < 10; gateways++) {
            assertThat(gateways * LocalShare.of(9_000, gateways))
                    .isLessThanOrEqualTo((long) (9_000 * LocalShare.FRACTION));
        }
    }

    @Test
    void eachGatewayServesAtLeastOneRequest() {
        assertThat(LocalShare.of(3, 5)).isEqualTo(1);
        assertThat(LocalShare.maxCombinedUse(3, 5)).isEqualTo(8);
    }
}
