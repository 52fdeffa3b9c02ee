/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A thing that an agent sees, by the name that prompts and plans have for it. Immutable, and no
 * record: savers of worlds, which fill fields, could not load one.
 */
public final class VisibleObject {
    private final String name;
    private final String kind;

    /** For loaders. */
    @SuppressWarnings("unused")
    private VisibleObject() {
        this("", "");
    }

    private VisibleObject(String name, String kind) {
        this.name = name;
        this.kind = kind;
    }

    /** A thing of no kind in particular. */
    public static VisibleObject of(String name) {
        return of(name, "");
    }

    /** Creates a thing: a name for people, such as {@code the old oak}, and a kind or nothing. */
    public static VisibleObject of(String name, String kind) {
        return new VisibleObject(
                Objects.requireNonNull(name, "name"), Objects.requireNonNull(kind, "kind"));
    }

    /** As people call it. */
    public String name() {
        return name;
    }

    /** What it is; may be empty. */
    public String kind() {
        return kind;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof VisibleObject thing
                && name.equals(thing.name)
                && kind.equals(thing.kind);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + kind.hashCode();
    }

    /** The name. */
    @Override
    public String toString() {
        return name;
    }
}
