/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Conversations of villagers, what comes of them, and how a day is remembered. The way in is {@link
 * dev.triune.village.talk.TalkSystem}; who wants to know what is said listens with {@link
 * dev.triune.village.talk.TalkListener}.
 */
@NullMarked
package dev.triune.village.talk;

import org.jspecify.annotations.NullMarked;
