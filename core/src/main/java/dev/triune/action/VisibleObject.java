/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object that an agent sees, by its name in prompts and plans. Immutable, and no record, because
 * serializers of worlds cannot load records.
 */
public final class VisibleObject {
    private final String name;
    private final String kind;
    private final String role;

    /** The hash code once it was asked for, which tells most objects apart; 0 before. */
    private transient int hash;

    /** For loaders. */
    @SuppressWarnings("unused")
    private VisibleObject() {
        this("", "", "");
    }

    private VisibleObject(String name, String kind, String role) {
        this.name = name;
        this.kind = kind;
        this.role = role;
    }

    /** Creates an object without a kind. */
    public static VisibleObject of(String name) {
        return of(name, "");
    }

    /**
     * Creates an object with a name, such as {@code the old oak}, and a kind, which may be empty.
     */
    public static VisibleObject of(String name, String kind) {
        return new VisibleObject(
                Objects.requireNonNull(name, "name"), Objects.requireNonNull(kind, "kind"), "");
    }

    /**
     * Returns this object with what others may call it, such as {@code healer}, so that plans can
     * name {@code the healer}; empty for nothing.
     */
    public VisibleObject withRole(String called) {
        return new VisibleObject(name, kind, Objects.requireNonNull(called, "role"));
    }

    /** Returns the name, as people use it. */
    public String name() {
        return name;
    }

    /** Returns the kind; may be empty. */
    public String kind() {
        return kind;
    }

    /** Returns what others may call it, such as {@code healer}; may be empty. */
    public String role() {
        return role;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof VisibleObject thing
                        && hashCode() == thing.hashCode()
                        && name.equals(thing.name)
                        && kind.equals(thing.kind)
                        && role.equals(thing.role));
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = 31 * name.hashCode() + kind.hashCode();
        }
        return hash;
    }

    /** The name. */
    @Override
    public String toString() {
        return name;
    }
}
