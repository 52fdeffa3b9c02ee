/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

/**
 * What a batch is told of the ledger of credits. Immutable.
 *
 * @param available credits there now
 * @param nextAvailableAt when another one is there, in milliseconds since 1970
 */
public record CreditBalance(int available, long nextAvailableAt) {}
