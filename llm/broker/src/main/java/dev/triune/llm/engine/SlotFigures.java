/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

/** What is counted of one provider. Owner only. */
final class SlotFigures {
    final WaitTimes waits = new WaitTimes();
    long calls;
    long answered;
    long rateLimited;
    long fallbacks;
    long retries;
}
