/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * An action of an answer that could not be queued, or an addressee who is not near. Immutable.
 *
 * @param type the catalog's name of it, or {@code unknown}; {@code to} for an addressee
 * @param reason why, in words of the catalog
 * @param written what the model wrote, at most 100 characters: data, and no text for logs; empty where
 *     it does not matter
 * @param expected what would be correct, in words; empty if nothing would be now
 */
public record RefusedStep(String type, String reason, String written, String expected) {}
