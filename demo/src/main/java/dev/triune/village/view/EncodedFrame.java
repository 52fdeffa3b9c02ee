/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import java.util.Map;

/**
 * A frame as JSON. Unchanged events share their arrays with the previous frame, so that a sender
 * can skip them. Immutable.
 *
 * @param frame the frame
 * @param frameEvent the event with positions
 * @param sceneEvent the event with the scene
 * @param details the events with details, by number of the inspected villager
 * @param ended the last event; empty before the end
 */
@SuppressWarnings("ArrayRecordComponent") // written to sockets, never compared
record EncodedFrame(
        VillageFrame frame,
        byte[] frameEvent,
        byte[] sceneEvent,
        Map<Integer, byte[]> details,
        byte[] ended) {}
