/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * An action of an answer that could not be queued, or an addressee who is not near. Immutable.
 *
 * @param type the catalog's name, or {@code unknown}; {@code to} for an addressee
 * @param reason the reason, in words of the catalog
 * @param written the model's text, at most 100 characters: data, not for logs; may be empty
 * @param expected the correct values in words; empty if there are none now
 */
public record RefusedStep(String type, String reason, String written, String expected) {}
