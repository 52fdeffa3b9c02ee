/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

/**
 * The credits that batches may spend. Immutable.
 *
 * @param available credits available now
 * @param nextAvailableAt when the next credit becomes available, in milliseconds since 1970
 */
public record CreditBalance(int available, long nextAvailableAt) {}
