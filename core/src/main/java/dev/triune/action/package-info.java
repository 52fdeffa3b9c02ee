/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The action catalog: which actions a model may order, declared as records or with a builder, and the
 * runners that carry them out. Knows no JSON.
 *
 * <pre>
 *  record Gather(@Visible String target, int amount)          declared once, by the game
 *         │ ActionCatalog
 *         ├──&gt; instructions, example and schema               what the model is told
 *         ├──&gt; read: name and fields ─&gt; Step               on an I/O thread
 *         │        repaired: synonyms, spelling, units, ranges; else refused with
 *         │        what would have been right
 *         ├──&gt; resolveTargets: a phrase ─&gt; the object meant  on the game thread
 *         └──&gt; action: Step ─&gt; record ─&gt; ActionRunner
 * </pre>
 *
 * <p>A catalog is the whole of what a model can do to a world: what is not in it can never be queued, and
 * what is in it has passed its checks. Instructions, schema and reader come from the same fields, so that
 * they cannot disagree.
 *
 * <p>Models write nearly what they should. Repairs are made where only one meaning is possible, and are
 * reported with the step; where two are possible the step is refused, because a refusal costs a second
 * try, while a wrong guess costs the trust of whoever watches. Numbers and names follow different rules,
 * see {@code ArgumentParser} and {@code TargetResolver}.
 *
 * <p>A {@link dev.triune.action.Step} keeps its arguments as text, so that plans can be saved, shown and
 * compared without the game's classes; its record is made when it begins.
 */
@NullMarked
package dev.triune.action;

import org.jspecify.annotations.NullMarked;
