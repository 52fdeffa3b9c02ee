/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The components that an agent consists of: data only. Their lists refuse null. They are not
 * pooled: code of a game may remove one while the minds still hold it, and what they then write must not
 * be found in the component of another agent.
 *
 * <pre>
 *  Mind + Needs                 make an entity an agent; the rest is added with them
 *  Behavior, BehaviorQueue      what it does now, and the plan
 *  Senses                       whom it can talk to, what it sees and has heard: set by the game
 *  Persona, Goals, Memory, Journal    who it is and what it knows: optional
 *  Conversation                 its part in a talk: by a module, or by the game
 *  Player, Home                 marks for entities of the game
 * </pre>
 *
 * <p>Who writes what: the game writes {@code Needs}, {@code Senses} and {@code Persona}; systems write
 * {@code Behavior}, the queue and {@code Mind}; both write goals and memories. Everything is public, as
 * is usual in Artemis, because a game must be able to read all of it, and saves do. What must stay
 * consistent is private and has methods, such as the back-off in {@link dev.triune.component.Mind}.
 *
 * <p>There may be very many agents of which few do anything, so lists and arrays that most of them never
 * need are shared and empty until the first entry. All ticks are those of the world's {@code GameClock};
 * one that never happened is {@code Mind.NEVER}, which is longer ago than any cooldown and can still be
 * added to without overflow. Used on the game thread only.
 */
@NullMarked
package dev.triune.component;

import org.jspecify.annotations.NullMarked;
