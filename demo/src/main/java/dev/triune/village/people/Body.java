/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.PooledComponent;

/** The needs of villagers that minds do not know of by themselves. 0 to 1, 1 is well. */
public class Body extends PooledComponent {
    /** 1 has drunk enough, 0 is parched. */
    public float water = 1;

    /** 1 has had company enough, 0 is lonely. */
    public float company = 1;

    @Override
    protected void reset() {
        water = 1;
        company = 1;
    }
}
