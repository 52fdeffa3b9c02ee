/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads answers with the catalog on I/O threads, without JSON; and passes records of actions to their
 * runners.
 */
@NullMarked
package dev.triune.internal.action;

import org.jspecify.annotations.NullMarked;
