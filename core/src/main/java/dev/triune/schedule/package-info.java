/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which layer thinks for an agent, and when: from the selection table to a request.
 */
@NullMarked
package dev.triune.schedule;

import org.jspecify.annotations.NullMarked;
