/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

/** The three layers of a mind. */
public enum Layer {
    /** Survival reflexes, by rules. */
    AUTONOMIC,
    /** Conversation and social goals, by a language model. */
    TALKER,
    /** Plans of several steps, by a language model. */
    EXECUTOR;

    /** The number of layers. */
    public static final int COUNT = 3;

    /** The name in lower case, for people and reports. */
    public String label() {
        return switch (this) {
            case AUTONOMIC -> "autonomic";
            case TALKER -> "talker";
            case EXECUTOR -> "executor";
        };
    }
}
