/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.Map;

/**
 * A frame as JSON. Events that did not change since the frame before share its arrays, so that a
 * sender can skip them. Immutable.
 *
 * @param frame what was written
 * @param frameEvent the positions
 * @param sceneEvent what changes slowly
 * @param details by the numbers of the villagers that are inspected
 * @param ended the last event of all; empty before the end
 */
@SuppressWarnings("ArrayRecordComponent") // written to sockets as they are, and never compared
record EncodedFrame(
        VillageFrame frame,
        byte[] frameEvent,
        byte[] sceneEvent,
        Map<Integer, byte[]> details,
        byte[] ended) {}
