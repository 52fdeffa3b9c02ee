/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import dev.triune.llm.SharedLimits;

/** A broker that shares with nobody. */
class LocalContractTest extends SharedLimitsContract {
    @Override
    SharedLimits limits() {
        return SharedLimits.NONE;
    }

    @Override
    long now() {
        return 0;
    }

    @Override
    void arrive() {}
}
