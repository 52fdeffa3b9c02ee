/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Conversations among agents and with players, for a game that gives its plugin a {@link
 * dev.triune.talk.Conversations}.
 *
 * <p><b>Who has the floor.</b> A conversation is an entity with a {@link dev.triune.talk.Transcript}.
 * At most one of its agents has the floor: only it is asked for words, and nobody talks over it.
 *
 * <pre>
 *   say / address / begin / an answer that speaks to somebody near
 *            │
 *            ▼
 *      open and join ──► give the floor ──► request ──► thinking ──► speaking … ──► line is whole
 *            ▲                ▲                │                                        │
 *            │                │            no answer: retry, busy line, or pass         ▼
 *            │                │                                          conclude: record the line,
 *            │                └─────────── next ◄──────────────────────  who is addressed owes an
 *      an addressee                          │                           answer, the others overhear
 *      in earshot joins                      ▼
 *                                end: nobody left to speak, turns used up, silence, danger,
 *                                     distance, the game ──► promises, news, liking ──► rest
 * </pre>
 *
 * <p>{@code Floor.next} ranks the members: whoever owes a player an answer, then what the {@link
 * dev.triune.talk.TurnOrder} says, which is whoever was addressed by an agent, then whoever has waited
 * longest. A member that was asked and said nothing has passed, until somebody else speaks. A line
 * settles the lines that its prompt contained; those that arrived later stay owed.
 *
 * <p><b>Players come first.</b> {@code PlayerLines} records a player's line at once, breaks off what
 * agents say to each other, and gives the floor to the agent, whose request waits neither for the
 * interval between requests nor for a cooldown. If it cannot be made, or fails twice, or the agent is
 * in need, it says the busy line instead. So a player always gets a reaction.
 *
 * <p><b>Why {@code perform} holds listeners.</b> Every change runs within {@code Floor.perform}. A
 * listener, a busy line or a rule of the game may call back into conversations: end this one, begin
 * another, delete an agent. In the middle of a change it would find half of it, and the rest of the
 * change would go on with members that are gone. So events are held until the change is complete, and
 * requests to players are made after that, one by one, each as a change of its own. A call that comes
 * nevertheless, from code that a request runs, takes effect at once, but is reported with a later
 * change; what a listener causes is reported in the next tick, so that two listeners that answer each
 * other cannot hold up a tick.
 *
 * <pre>
 *   perform ── hold ──► change ──► release: began, spoke, ended … to the listeners
 *                                     │
 *                                     └──► each answer to a player: hold ──► request ──► release
 * </pre>
 *
 * <p><b>Parts.</b> {@code SpeechEvents} turns what minds report into lines; {@code SpokenLines} keeps
 * the line that grows; {@code Participants} tells who can talk; {@code OwedAnswers} who waits for
 * whom; {@code EffectWriter} what remains; {@code TalkPrompts} shows it to the model. An agent's state
 * is in {@code TalkState}, except what the minds read, which is in {@link
 * dev.triune.component.Conversation}.
 */
@NullMarked
package dev.triune.talk;

import org.jspecify.annotations.NullMarked;
