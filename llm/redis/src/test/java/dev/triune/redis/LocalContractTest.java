/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.SharedLimits;

/** The contract for a broker that shares no limits with others. */
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
