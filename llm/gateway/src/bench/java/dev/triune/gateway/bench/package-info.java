/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares the gateway with others: a mock server of a language model that answers at once, a
 * client that creates load on the tested target, and the report. Compiled and run by
 * {@code llm/gateway/gateway-benchmark.sh}; in no jar, and without libraries, so that measuring
 * takes little of the shared CPU.
 */
package dev.triune.gateway.bench;
