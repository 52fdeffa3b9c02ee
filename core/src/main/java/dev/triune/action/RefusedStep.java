/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * An action of an answer that could not be queued, or an addressee who is not near. Immutable.
 *
 * @param type the catalog's name, or {@code unknown}; {@code to} for an addressee
 * @param reason why, in words of the catalog
 * @param written by the model, at most 100 characters: data, not for logs; may be empty
 * @param expected what would be correct, in words; empty if nothing would be now
 */
public record RefusedStep(String type, String reason, String written, String expected) {}
