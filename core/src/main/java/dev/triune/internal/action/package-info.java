/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads, corrects and validates the actions of an answer against the catalog. Runs on I/O threads;
 * knows neither Artemis nor JSON.
 */
@NullMarked
package dev.triune.internal.action;

import org.jspecify.annotations.NullMarked;
