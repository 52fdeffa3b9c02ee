/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.function.UnaryOperator;

/** A list of a component: refuses null when a game adds it, so that no later tick meets it. */
@SuppressWarnings("serial") // components are saved by other means
final class NonNullList<E> extends ArrayList<E> {
    /** Creates a small list, also for loaders. */
    NonNullList() {
        super(0);
    }

    @Override
    public boolean add(E element) {
        return super.add(requireNonNull(element, "element"));
    }

    @Override
    public void add(int index, E element) {
        super.add(index, requireNonNull(element, "element"));
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        elements.forEach(element -> requireNonNull(element, "element"));
        return super.addAll(elements);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> elements) {
        elements.forEach(element -> requireNonNull(element, "element"));
        return super.addAll(index, elements);
    }

    @Override
    public void replaceAll(UnaryOperator<E> replacement) {
        super.replaceAll(element -> requireNonNull(replacement.apply(element), "element"));
    }

    @Override
    public E set(int index, E element) {
        return super.set(index, requireNonNull(element, "element"));
    }
}
