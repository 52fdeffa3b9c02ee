/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

/** What is counted of one provider. Owner only. */
final class ProviderCounters {
    final WaitTimeHistogram waits = new WaitTimeHistogram();
    long calls;
    long answered;
    long rateLimited;
    long fallbacks;
    long retries;
}
