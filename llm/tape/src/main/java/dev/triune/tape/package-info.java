/* SPDX-License-Identifier: Apache-2.0 */
/** Records the traffic between a game and its broker, and replays it without a provider. */
@NullMarked
package dev.triune.tape;

import org.jspecify.annotations.NullMarked;
