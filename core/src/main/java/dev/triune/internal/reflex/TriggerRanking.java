/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ranks triggers. Each has a bit: standard rows before a game's rules, both by falling priority; a
 * standard row wins a tie. Immutable; allocates nothing.
 */
public final class TriggerRanking {
    /** The number of standard rows, and the place of the first custom rule. */
    static final int COUNT = Reflex.values().length;

    private static final int STANDARD = (1 << COUNT) - 1;

    private final Trigger[] byIndex;

    /** Creates the ranking of the standard table and custom rules, the most important first. */
    public TriggerRanking(List<ReflexRule> rules) {
        List<Trigger> all = new ArrayList<>(Arrays.asList(Reflex.values()));
        all.addAll(rules);
        this.byIndex = all.toArray(Trigger[]::new);
    }

    /** Returns the bits of all triggers with a need as cause. */
    public int needBits() {
        int bits = 0;
        for (int place = 0; place < byIndex.length; place++) {
            bits |= byIndex[place].pastime() ? 0 : 1 << place;
        }
        return bits;
    }

    /** Returns the bit index of a trigger; rejects an unknown one. */
    public int place(Trigger trigger) {
        if (trigger instanceof Reflex reflex) {
            return reflex.ordinal();
        }
        for (int place = COUNT; place < byIndex.length; place++) {
            if (byIndex[place].equals(trigger)) {
                return place;
            }
        }
        throw new IllegalArgumentException("reflex \"" + trigger.name()
                + "\" is not among the reflexes of this table (add it)");
    }

    /** Returns the most important trigger of a set of bits, which is not empty. */
    public Trigger first(int bits) {
        int standard = bits & STANDARD;
        int custom = bits & ~STANDARD;
        if (custom == 0) {
            return lowest(standard);
        }
        return standard == 0 ? lowest(custom) : moreImportant(lowest(standard), lowest(custom));
    }

    /**
     * Returns the most important trigger of a set of bits that begins a behaviour; null if there is
     * none.
     */
    @Nullable
    public Trigger first(int bits, String behavior) {
        Trigger standard = lowest(bits & STANDARD, behavior);
        Trigger custom = lowest(bits & ~STANDARD, behavior);
        if (standard == null || custom == null) {
            return standard == null ? custom : standard;
        }
        return moreImportant(standard, custom);
    }

    /** Returns the bits of those triggers in a set that begin a behaviour. */
    public int bits(int among, String behavior) {
        int bits = 0;
        for (int left = among; left != 0; left &= left - 1) {
            int bit = Integer.lowestOneBit(left);
            bits |= lowest(bit).behavior().equals(behavior) ? bit : 0;
        }
        return bits;
    }

    private Trigger lowest(int bits) {
        return byIndex[Integer.numberOfTrailingZeros(bits)];
    }

    private @Nullable Trigger lowest(int bits, String behavior) {
        for (int left = bits; left != 0; left &= left - 1) {
            Trigger trigger = lowest(left);
            if (trigger.behavior().equals(behavior)) {
                return trigger;
            }
        }
        return null;
    }

    private static Trigger moreImportant(Trigger standard, Trigger custom) {
        return custom.priority() > standard.priority() ? custom : standard;
    }
}
