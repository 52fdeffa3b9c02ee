/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.Component;
import java.util.ArrayList;
import java.util.List;

/** The activities of a villager since last night, which become one memory. */
public class Diary extends Component {
    /** Finished steps by type, in the order in which they were first done. */
    public final List<DiaryEntry> done = new ArrayList<>();

    /** The names of the villagers it talked with, each once. */
    public final List<String> met = new ArrayList<>();

    /** The last day that became a memory, from 1; 0 for none. */
    public long closed;

    /** Counts a finished step. */
    public void note(String type) {
        for (DiaryEntry entry : done) {
            if (entry.what.equals(type)) {
                entry.times++;
                return;
            }
        }
        done.add(new DiaryEntry(type));
    }

    /** Adds a villager that it talked with. */
    public void recordMeeting(String name) {
        if (!met.contains(name)) {
            met.add(name);
        }
    }
}
