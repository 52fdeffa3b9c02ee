/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.MindPlugin;
import dev.triune.MindSaves;
import dev.triune.component.Mind;
import dev.triune.component.Transcript;
import dev.triune.village.action.RoutineSystem;
import dev.triune.village.people.Errand;
import dev.triune.village.people.Player;
import dev.triune.village.story.Stories;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.MeetingSystem;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Village;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** Saves a whole village, and restores it into a new one. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class VillageSaver {
    private static final int NONE = -1;

    private final World world;
    private final MindSaves minds;
    private final Village village;
    private final VillagerFactory factory;
    private final SplitMix64Random random;
    private final WorldChecksum witness;
    private final StuckDetector watch;
    private final ResumableRunners runners;
    private final PromptInjectionVisitor visitor;
    private final Player player;
    private final TalkStats talk;
    private final Stories stories;

    private final IntBag loadedTalks = new IntBag();

    private ComponentMapper<Transcript> mTranscript;
    private ComponentMapper<Errand> mErrand;
    private ComponentMapper<Mind> mMind;

    VillageSaver(
            World world,
            MindPlugin plugin,
            Village village,
            VillagerFactory villagerFactory,
            SplitMix64Random splitMix64Random,
            WorldChecksum worldChecksum,
            StuckDetector watch,
            ResumableRunners resumableRunners,
            PromptInjectionVisitor promptInjectionVisitor,
            Player player,
            TalkStats talk,
            Stories stories) {
        this.world = world;
        this.minds = new MindSaves(world, plugin.clock());
        this.village = village;
        this.factory = villagerFactory;
        this.random = splitMix64Random;
        this.witness = worldChecksum;
        this.watch = watch;
        this.runners = resumableRunners;
        this.visitor = promptInjectionVisitor;
        this.player = player;
        this.talk = talk;
        this.stories = stories;
        world.inject(this);
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new Utf8JsonSerializer(world));
    }

    /** Saves everything; changes nothing. */
    void save(OutputStream out) throws IOException {
        int[] villagers = factory.villagerIds();
        IntBag entities = bag(villagers);
        entities.addAll(transcripts());
        VillageSave save = new VillageSave(entities);
        save.village = village.state();
        save.dice = random.state();
        save.visits = visitor.visitsMade();
        player.bag().copyTo(save.bag);
        save.fingerprint = witness.checksum().value();
        save.talk = talk.state();
        save.stories = stories.results().stream().map(StoryResult::toLine).toArray(String[]::new);
        save.nextMeeting = meetings().nextMeeting();
        save.routines = world.getSystem(RoutineSystem.class).routinesStarted();
        watch.save(save, villagers);
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
     * @param count the number of villagers it is built for
     * @param askModels whether models are called from now on
     * @throws dev.triune.InvalidSaveException if it cannot be loaded
     * @throws IllegalArgumentException if the save is one of another number of villagers
     */
    void load(InputStream in, int count, boolean askModels) throws IOException {
        VillageSave save = minds.load(in, VillageSave.class);
        IntBag saved = villagersOf(save);
        int initialCount = saved.size() - save.village.newcomers;
        if (initialCount != count) {
            throw new IllegalArgumentException("a village of " + count
                    + " villagers cannot load the save of one of " + initialCount
                    + ": set as many villagers as were saved");
        }
        village.restore(save.village);
        random.resume(save.dice);
        visitor.resume(save.visits);
        save.bag.copyTo(player.bag());
        witness.checksum().resume(save.fingerprint);
        talk.resume(save.talk);
        stories.resume(Arrays.stream(save.stories).map(StoryResult::ofLine).toList());
        meetings().resume(save.nextMeeting);
        world.getSystem(RoutineSystem.class).resume(save.routines);
        factory.resume(saved);
        int[] villagers = factory.villagerIds();
        watch.resume(save, villagers);
        for (int i = 0; i < villagers.length; i++) {
            mMind.get(villagers[i]).usesModel = askModels;
            if (save.siteBuildings[i] != NONE) {
                Building building = Building.values()[save.siteBuildings[i]];
                mErrand.get(villagers[i]).site = village.claim(building, save.siteNumbers[i]);
            }
        }
        runners.resume(villagers);
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
