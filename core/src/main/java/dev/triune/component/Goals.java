/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import java.util.ArrayList;
import java.util.List;

/** What an agent wants beyond the next plan; at most {@value #LIMIT}, the oldest gives way. */
public class Goals extends PooledComponent {
    /** The most goals an agent can hold. */
    public static final int LIMIT = 5;

    /** The goals in words, the oldest first. */
    public final List<String> descriptions = new ArrayList<>();

    /** Adds a goal unless it is held already; the oldest gives way to it if need be. */
    public void add(String description) {
        if (descriptions.contains(description)) {
            return;
        }
        if (descriptions.size() == LIMIT) {
            descriptions.remove(0);
        }
        descriptions.add(description);
    }

    @Override
    protected void reset() {
        descriptions.clear();
    }
}
