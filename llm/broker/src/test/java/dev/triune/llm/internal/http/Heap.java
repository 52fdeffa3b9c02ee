/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.lang.management.ManagementFactory;

/** The heap of this JVM. */
final class Heap {
    private Heap() {}

    /** Bytes that are still in use after a collection. */
    static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
