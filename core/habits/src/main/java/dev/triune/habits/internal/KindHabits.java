/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.MindKind;

/** The habits of a kind of mind, and the reader of its agents' situations. */
final class KindHabits {
    final MindKind kind;
    final SituationReader situations;
    final HabitTable table;

    /** Lines of small talk, kept apart so that they displace no plans. */
    final HabitTable lines;

    final FactCheck facts;

    KindHabits(MindKind kind, HabitSettings settings) {
        this.kind = kind;
        this.situations = new SituationReader(kind, settings);
        this.facts = new FactCheck(kind.config().perception().getClass().getName());
        this.table = new HabitTable(settings);
        this.lines = new HabitTable(settings);
    }
}
