/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;

/** Who an agent is, in words. Prompts show it; internal ids they never show. */
public class Persona extends PooledComponent {
    /** The name that others know. */
    public String name = "";

    /** Trade, traits, habits: a sentence or two. */
    public String description = "";

    @Override
    protected void reset() {
        name = "";
        description = "";
    }
}
