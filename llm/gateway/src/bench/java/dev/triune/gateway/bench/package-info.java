/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares the gateway with others: a language model's server that answers at once, a client that
 * puts load on whatever stands before it, and the report. Compiled and run by
 * {@code llm/gateway/gateway-benchmark.sh}; in no jar, and of no library, so that little of the CPU
 * that all of them share goes to the measuring.
 */
package dev.triune.gateway.bench;
