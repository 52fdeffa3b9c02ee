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

    /**
     * A thing.
     *
     * @param name as people call it, for example {@code the old oak}; not an id
     * @param kind what it is, for example {@code tree}; may be empty
     */
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
        return other instanceof VisibleObject visibleObject
                && name.equals(visibleObject.name)
                && kind.equals(visibleObject.kind);
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
