/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Selects the layer that thinks for an agent and submits its request, in order of urgency and
 * within the cooldown of each layer.
 */
@NullMarked
package dev.triune.internal.schedule;

import org.jspecify.annotations.NullMarked;
