/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.shared;

import dev.triune.llm.policy.limit.SharedLimits;

/** A broker that shares with nobody. */
class AloneContractTest extends SharedLimitsContract {
    @Override
    SharedLimits limits() {
        return SharedLimits.ALONE;
    }

    @Override
    long now() {
        return 0;
    }

    @Override
    void arrive() {}
}
