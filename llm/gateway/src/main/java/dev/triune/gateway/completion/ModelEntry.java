/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

/**
 * A model that clients can name. Immutable.
 *
 * @param id the name of the model
 * @param owner the provider that serves it
 */
record ModelEntry(String id, String owner) {}
