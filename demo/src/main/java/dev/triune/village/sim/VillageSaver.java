/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.component.Mind;
import dev.triune.system.MindSaves;
import dev.triune.talk.Transcript;
import dev.triune.village.action.RoutineSystem;
import dev.triune.village.people.Errand;
import dev.triune.village.people.GoalSystem;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.MeetingSystem;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** Saves a whole village, and restores it into a new one. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class VillageSaver {
    private static final int NONE = -1;

    private final VillageWorld parts;
    private final World world;
    private final MindSaves minds;
    private final IntBag loadedTalks = new IntBag();

    private ComponentMapper<Transcript> mTranscript;
    private ComponentMapper<Errand> mErrand;
    private ComponentMapper<Mind> mMind;

    VillageSaver(VillageWorld parts) {
        this.parts = parts;
        this.world = parts.world;
        this.minds = new MindSaves(world, parts.clock);
        world.inject(this);
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new Utf8JsonSerializer(world));
    }

    /** Saves everything; changes nothing. */
    void save(OutputStream out) throws IOException {
        int[] villagers = parts.villagers.villagerIds();
        IntBag entities = bag(villagers);
        entities.addAll(transcripts());
        VillageSave save = new VillageSave(entities);
        save.village = parts.village.state();
        save.dice = parts.random.state();
        save.visits = parts.visitor.visitsMade();
        parts.player.bag().copyTo(save.bag);
        save.fingerprint = parts.checksum.checksum().value();
        save.talk = parts.talk.stats().state();
        save.stories =
                parts.stories.results().stream().map(StoryResult::toLine).toArray(String[]::new);
        save.nextMeeting = meetings().nextMeeting();
        save.built = world.getSystem(GoalSystem.class).built();
        save.routines = world.getSystem(RoutineSystem.class).routinesStarted();
        parts.stuckDetector.save(save, villagers);
        save.siteBuildings = new int[villagers.length];
        save.siteNumbers = new int[villagers.length];
        for (int i = 0; i < villagers.length; i++) {
            BuildingSite buildingSite = mErrand.get(villagers[i]).site;
            save.siteBuildings[i] =
                    buildingSite == null ? NONE : buildingSite.building().ordinal();
            save.siteNumbers[i] = buildingSite == null ? NONE : buildingSite.number();
        }
        minds.save(out, save);
    }

    /**
     * Fills an empty village.
     *
     * @throws dev.triune.system.MindSave.InvalidSaveException if it cannot be loaded
     * @throws IllegalArgumentException if the save is one of another number of villagers
     */
    void load(InputStream in) throws IOException {
        VillageSave save = minds.load(in, VillageSave.class);
        IntBag saved = villagersOf(save);
        int count = parts.settings.villagers();
        int initialCount = saved.size() - save.village.newcomers;
        if (initialCount != count) {
            throw new IllegalArgumentException("a village of " + count
                    + " villagers cannot load the save of one of " + initialCount
                    + " (set as many villagers as were saved)");
        }
        parts.village.restore(save.village);
        parts.random.resume(save.dice);
        parts.visitor.resume(save.visits);
        save.bag.copyTo(parts.player.bag());
        parts.checksum.checksum().resume(save.fingerprint);
        parts.talk.stats().resume(save.talk);
        parts.stories.resume(
                Arrays.stream(save.stories).map(StoryResult::ofLine).toList());
        meetings().resume(save.nextMeeting);
        world.getSystem(GoalSystem.class).resume(save.built);
        world.getSystem(RoutineSystem.class).resume(save.routines);
        parts.villagers.resume(saved);
        int[] villagers = parts.villagers.villagerIds();
        parts.stuckDetector.resume(save, villagers);
        for (int i = 0; i < villagers.length; i++) {
            Mind mind = mMind.get(villagers[i]);
            mind.usesModel = parts.settings.mind().asksModels();
            mind.ownModel = null; // nobody is the mind of a loaded villager yet
            if (save.siteBuildings[i] != NONE) {
                Building building = Building.values()[save.siteBuildings[i]];
                mErrand.get(villagers[i]).site =
                        parts.village.buildings().claim(building, save.siteNumbers[i]);
            }
        }
        parts.runners.resume(villagers);
    }

    /** Returns the entities of open conversations, including loaded ones before the first tick. */
    private IntBag transcripts() {
        IntBag all = new IntBag();
        all.addAll(world.getAspectSubscriptionManager()
                .get(Aspect.all(Transcript.class))
                .getEntities());
        for (int i = 0; i < loadedTalks.size(); i++) {
            int talk = loadedTalks.get(i);
            if (mTranscript.has(talk) && !all.contains(talk)) {
                all.add(talk);
            }
        }
        return all;
    }

    /** Returns the villagers of a save, and notes its conversations. */
    private IntBag villagersOf(VillageSave save) {
        IntBag villagers = new IntBag();
        for (int i = 0; i < save.entities.size(); i++) {
            int entity = save.entities.get(i);
            (mTranscript.has(entity) ? loadedTalks : villagers).add(entity);
        }
        return villagers;
    }

    private MeetingSystem meetings() {
        return world.getSystem(MeetingSystem.class);
    }

    private static IntBag bag(int[] entities) {
        IntBag bag = new IntBag();
        for (int entity : entities) {
            bag.add(entity);
        }
        return bag;
    }
}
