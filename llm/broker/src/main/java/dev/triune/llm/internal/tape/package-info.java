/* SPDX-License-Identifier: Apache-2.0 */
/** The tape format: writes and reads the events between a game and a broker. */
@NullMarked
package dev.triune.llm.internal.tape;

import org.jspecify.annotations.NullMarked;
