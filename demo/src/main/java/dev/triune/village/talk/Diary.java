/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.PooledComponent;
import java.util.ArrayList;
import java.util.List;

/** What a villager did since the last night, which makes one memory of it. */
public class Diary extends PooledComponent {
    /** Finished steps by type, in the order in which they were first done. */
    public final List<DiaryEntry> done = new ArrayList<>();

    /** With whom it talked, by name, each once. */
    public final List<String> met = new ArrayList<>();

    /** The last day whose night has come, from 1; 0 before the first. */
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
    public void noteMet(String name) {
        if (!met.contains(name)) {
            met.add(name);
        }
    }

    @Override
    protected void reset() {
        done.clear();
        met.clear();
        closed = 0;
    }
}
