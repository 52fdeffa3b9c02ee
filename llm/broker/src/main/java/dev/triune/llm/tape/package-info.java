/* SPDX-License-Identifier: Apache-2.0 */
/** Records all that passes between a game and its broker, and replays it without a provider. */
@NullMarked
package dev.triune.llm.tape;

import org.jspecify.annotations.NullMarked;
