/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.systems.IteratingSystem;
import dev.triune.component.Memory;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes one memory of each day, at four in the night, and removes old memories of talks. Works by
 * rules only: finished steps are counted.
 */
@All({Villager.class, Diary.class, Memory.class})
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public class DiarySystem extends IteratingSystem {
    /** The kind of the episodes that describe a day. */
    public static final String KIND = "day";

    private static final int HOUR = 4;
    private static final float SCORE = 1;
    private static final int TALKS_KEPT = 2 * Calendar.TICKS_PER_DAY;
    private static final int PEOPLE_NAMED = 4;

    @Wire
    private Village village;

    private ComponentMapper<Diary> mDiary;
    private ComponentMapper<Memory> mMemory;

    /** Counts a step that a villager finished. */
    public void note(int agent, String type) {
        mDiary.get(agent).note(type);
    }

    @Override
    protected boolean checkProcessing() {
        return Calendar.hour(village.tick()) == HOUR;
    }

    @Override
    protected void process(int agent) {
        Diary diary = mDiary.get(agent);
        long day = Calendar.day(village.tick()) - 1; // it is past midnight
        if (diary.closed < day) {
            diary.closed = day;
            Memory memory = mMemory.get(agent);
            long oldest = village.tick() - TALKS_KEPT;
            memory.episodes.removeIf(
                    episode -> episode.kind.equals("talk") && episode.tick < oldest);
            memory.remember("day " + day + ": " + words(diary), KIND, SCORE, village.tick());
            diary.done.clear();
            diary.met.clear();
        }
    }

    private static String words(Diary diary) {
        List<String> parts = new ArrayList<>();
        for (DiaryEntry entry : diary.done) {
            String did = pastTense(entry.what);
            if (!did.isEmpty()) {
                parts.add(did + (entry.times == 1 ? "" : " " + times(entry.times)));
            }
        }
        if (!diary.met.isEmpty()) {
            int more = diary.met.size() - PEOPLE_NAMED;
            List<String> named =
                    new ArrayList<>(diary.met.subList(0, diary.met.size() - Math.max(0, more)));
            if (more > 0) {
                named.add(more + (more == 1 ? " other" : " others"));
            }
            parts.add("talked with " + SpeechAnalyzer.joinNames(named));
        }
        return parts.isEmpty() ? "nothing worth telling" : String.join(", ", parts);
    }

    private static String times(int times) {
        return times == 2 ? "twice" : times + " times";
    }

    private static String pastTense(String type) {
        return switch (type) {
            case "talk", "go_to" -> ""; // talks are named with their people
            case "gather" -> "gathered";
            case "deposit" -> "brought in what you had";
            case "withdraw" -> "took from the storehouse";
            case "plan_build" -> "built";
            case "plant" -> "planted";
            case "harvest" -> "harvested";
            case "cook" -> "cooked";
            case "make_tool" -> "made tools";
            case "give" -> "gave something away";
            case "trade" -> "traded";
            case "follow" -> "kept somebody company";
            case "help" -> "helped somebody";
            case "call_meeting" -> "called a meeting";
            default -> type.replace('_', ' ');
        };
    }
}
