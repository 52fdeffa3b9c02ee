/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

/**
 * Hears what becomes of one request: any number of pieces, then one end. Called on the thread of the
 * broker; must not block.
 */
public interface AnswerListener {
    /** The next piece of the answer's text, not empty. */
    void onText(String delta);

    /** The request is over. */
    void onEnd(GameResult gameResult);
}
