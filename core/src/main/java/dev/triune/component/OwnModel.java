/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * An agent's own model: at an address, or one of the game's broker. It refers to its key by name,
 * because saves must not contain keys.
 */
public class OwnModel {
    /** The model to ask. */
    public String model = "";

    /**
     * The address without the protocol's paths, for example {@code http://localhost:11434/v1}; empty
     * for a model of the game's broker.
     */
    public String url = "";

    /**
     * How long an answer may take, in seconds of game time, if that is more than usual: so long it is
     * still applied, and a conversation waits for it, whose turns meanwhile replace calls for plans. 0
     * for the usual limits.
     */
    public int patience;

    /** The name by which the game knows the key, see {@code MindConfig.keys}; empty for none. */
    public String keyName = "";

    /** Additional headers, by name. */
    public final Map<String, String> headers = new LinkedHashMap<>();

    /** Creates an empty object for loaders. */
    public OwnModel() {}

    /** Creates a model of the game's broker, by which it is known there. */
    public static OwnModel ofBroker(String model) {
        return new OwnModel("", model);
    }

    /** Creates a model without a key. */
    public OwnModel(String url, String model) {
        this.url = Objects.requireNonNull(url, "url");
        this.model = Objects.requireNonNull(model, "model");
    }
}
