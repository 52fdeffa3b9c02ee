/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.time;

import java.time.InstantSource;

/** The machine's wall clock, only for dates that servers send. */
public final class WallClock {
    public static final InstantSource SYSTEM = InstantSource.system();

    private WallClock() {}
}
