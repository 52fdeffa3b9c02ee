/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.gdxai;

import java.util.List;
import java.util.function.BooleanSupplier;

/** A blackboard of the tests: whose it is, and what its tasks wrote down. */
final class WorkBlackboard implements TaskReport {
    private final String who;
    private final List<String> told;
    private final BooleanSupplier treeStands;
    String why = "";
    int pace;

    WorkBlackboard(String who, List<String> told, BooleanSupplier treeStands) {
        this.who = who;
        this.told = told;
        this.treeStands = treeStands;
    }

    boolean treeStands() {
        return treeStands.getAsBoolean();
    }

    void tell(String what) {
        told.add(who + " " + what);
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
