/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import java.util.List;
import java.util.function.BooleanSupplier;

/** A blackboard of the tests: its owner, and the entries that its tasks recorded. */
final class WorkBlackboard implements TaskReport {
    private final String who;
    private final List<String> events;
    private final BooleanSupplier treeStands;
    String why = "";
    int pace;

    WorkBlackboard(String who, List<String> events, BooleanSupplier treeStands) {
        this.who = who;
        this.events = events;
        this.treeStands = treeStands;
    }

    boolean treeStands() {
        return treeStands.getAsBoolean();
    }

    void tell(String what) {
        events.add(who + " " + what);
    }

    @Override
    public String reason() {
        return why;
    }

    @Override
    public double progress() {
        return pace;
    }
}
