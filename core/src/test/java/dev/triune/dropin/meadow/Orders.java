/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.PooledComponent;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a creature is to do, first things first. */
public class Orders extends PooledComponent {
    public final Deque<Order> list = new ArrayDeque<>();

    @Override
    protected void reset() {
        list.clear();
    }
}
