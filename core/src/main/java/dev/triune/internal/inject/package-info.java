/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Keeps the game's objects and this library apart where they call each other.
 *
 * <p>{@link dev.triune.internal.inject.GameObjects} fills in the mappers and systems of rules, runners
 * and builders, which are the game's and which Artemis does not know. {@link
 * dev.triune.internal.inject.GameFaults} calls them: an exception fails what was called and nothing else,
 * and is logged once for each class and role, since it may recur in each tick. An {@link Error}, such as a
 * failed assertion of a test, must not be swallowed: {@link dev.triune.internal.inject.ErrorKeeper} keeps
 * it until the system has left all agents in order, and throws it then.
 */
@NullMarked
package dev.triune.internal.inject;

import org.jspecify.annotations.NullMarked;
