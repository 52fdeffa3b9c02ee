/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import java.util.LinkedHashMap;
import java.util.Map;

/** A model of an agent's own. It names its key and never holds it: saves must not. */
public class OwnModel {
    /** The model to ask. */
    public String model = "";

    /** What comes before the protocol's paths, for example {@code http://localhost:11434/v1}. */
    public String url = "";

    /** The name by which the game knows the key, see {@code MindConfig.keys}; empty for none. */
    public String keyName = "";

    /** Headers that are sent besides, by name. */
    public final Map<String, String> headers = new LinkedHashMap<>();

    /** For loaders. */
    public OwnModel() {}

    /** A model that takes no key. */
    public OwnModel(String url, String model) {
        this.url = url;
        this.model = model;
    }
}
