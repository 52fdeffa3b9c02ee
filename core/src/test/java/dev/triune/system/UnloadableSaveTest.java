/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.Entity;
import com.artemis.World;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Transient;
import com.artemis.utils.Bag;
import com.artemis.utils.IntBag;
import dev.triune.component.Mind;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.system.MindSave.InvalidSaveException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a save cannot bring back is left out of it, or named when it is written. */
class UnloadableSaveTest {
    /** Something of a library, which only that can create. */
    public static final class Socket {
        final int port;

        Socket(int port) {
            this.port = port;
        }
    }

    /** A thing of the game that no save can hold. */
    public static final class Connection extends Component {
        public @Nullable Socket socket;
    }

    /** Another thing of the game. */
    public static final class Chest extends Component {
        public int coins;
    }

    /** What an adapter knows for now. */
    @Transient
    public static final class Passing extends Component {
        @EntityId
        public int target = -1;

        public @Nullable Entity enemy;

        @EntityId
        public final IntBag party = new IntBag();

        public final Bag<Entity> guests = new Bag<>();
        public @Nullable Bag<Entity> none;
    }

    /** Fields of which some are not saved. */
    public static final class Partly extends Component {
        public int level;

        @EntityId
        public transient int target = -1;

        public transient @Nullable Entity enemy;
    }

    /** References that are saved. */
    public static final class Kept extends Component {
        public int level;

        @EntityId
        public int target = -1;

        public @Nullable Entity enemy;

        @EntityId
        public @Nullable IntBag party = new IntBag();

        public @Nullable Bag<Entity> guests = new Bag<>();
    }

    /** A thing that only this run of the game knows. */
    @Transient
    public static final class Sprite extends Component {
        public int frame;
    }

    /** A reference that starts as the entity 0. */
    public static final class Careless extends Component {
        public int level;

        @EntityId
        public transient int target;
    }

    /** A bag of ids that starts as null. */
    public static final class Empty extends Component {
        public int level;

        @EntityId
        public transient @Nullable IntBag party;
    }

    /** A reference that nobody else can read. */
    public static final class Hidden extends Component {
        public int level;

        @EntityId
        private int target = -1;
    }

    /** Ids that Artemis does not find. */
    public static final class Arrays2 extends Component {
        public int level;

        @EntityId
        public int[] party = {};
    }

    /** What several components share. */
    public abstract static class Base extends Component {
        @EntityId
        public int owner = -1;
    }

    /** Inherits a reference. */
    public static final class Derived extends Base {
        public int level;
    }

    /** A bag of other things. */
    public static final class Names extends Component {
        public int level;
        public final Bag<String> names = new Bag<>();
    }

    /** Values of all kinds. */
    public static final class Values extends Component {
        public int level;
        public @Nullable Object any;
        public List<String> fixed = List.of();
        public List<Object> list = new ArrayList<>();
        public Map<String, Object> map = new TreeMap<>();
        public Object @Nullable [] array;
        public @Nullable Inner inner;
    }

    /** A value in a value. */
    public static final class Inner {
        public @Nullable Object any;
    }

    private final SavingWorld before = new SavingWorld(new FakeBroker());
    private final World world = before.world;
    private final int mira = before.agent();

    private <C extends Component> C give(int entity, Class<C> type) {
        return world.getMapper(type).create(entity);
    }

    private int connected() {
        int entity = world.create();
        give(entity, Connection.class).socket = new Socket(80);
        give(entity, Chest.class).coins = 3;
        return entity;
    }

    private SavingWorld loaded() {
        SavingWorld after = new SavingWorld(new FakeBroker());
        after.world.create(); // so that loaded entities get other ids
        after.load(before.save());
        after.ticks(1);
        return after;
    }

    private static IntBag with(World in, Class<? extends Component> type) {
        return in.getAspectSubscriptionManager().get(Aspect.all(type)).getEntities();
    }

    // ---- what is left out

    @ParameterizedTest
    @ValueSource(strings = {"an id", "an entity", "a bag of ids", "a bag of entities"})
    void whatATransientComponentRefersToIsNotSaved(String by) {
        int other = connected();
        Passing passing = give(mira, Passing.class);
        switch (by) {
            case "an id" -> passing.target = other;
            case "an entity" -> passing.enemy = world.getEntity(other);
            case "a bag of ids" -> passing.party.add(other);
            default -> passing.guests.add(world.getEntity(other));
        }
        before.ticks(1);
        try (LogLines log = new LogLines(MindSaves.class.getName())) {
            SavingWorld after = loaded();
            assertThat(with(after.world, Mind.class).size()).isEqualTo(1);
            assertThat(with(after.world, Chest.class).size()).isZero();
            assertThat(log.texts()).isEmpty();
        }
        assertThat(passing.target == other
                        || passing.enemy == world.getEntity(other)
                        || passing.party.contains(other)
                        || passing.guests.contains(world.getEntity(other)))
                .as("in the world it is as before")
                .isTrue();
        assertThat(passing.none).isNull();
    }

    @Test
    void whatATransientFieldRefersToIsNotSaved() {
        int other = connected();
        Partly partly = give(mira, Partly.class);
        partly.level = 4;
        partly.target = other;
        partly.enemy = world.getEntity(other);
        before.ticks(1);
        SavingWorld after = loaded();
        int again = with(after.world, Partly.class).get(0);
        Partly back = after.world.getMapper(Partly.class).get(again);
        assertThat(back.level).isEqualTo(4);
        assertThat(back.target).isEqualTo(-1);
        assertThat(back.enemy).isNull();
        assertThat(with(after.world, Chest.class).size()).isZero();
        assertThat(partly.target).isEqualTo(other);
        assertThat(partly.enemy).isEqualTo(world.getEntity(other));
    }

    @Test
    void whatOtherComponentsReferToIsSavedWithAllReferences() {
        int chest = world.create();
        give(chest, Chest.class).coins = 3;
        Kept kept = give(mira, Kept.class);
        kept.target = chest;
        kept.enemy = world.getEntity(chest);
        party(kept).add(chest);
        guests(kept).add(world.getEntity(chest));
        before.ticks(1);
        SavingWorld after = loaded();
        int again = with(after.world, Chest.class).get(0);
        Kept back = after.world
                .getMapper(Kept.class)
                .get(with(after.world, Kept.class).get(0));
        assertThat(back.target).isEqualTo(again);
        assertThat(back.enemy).isEqualTo(after.world.getEntity(again));
        assertThat(party(back).getData()).startsWith(again);
        assertThat(guests(back)).containsExactly(after.world.getEntity(again));
    }

    private static IntBag party(Kept kept) {
        return kept.party == null ? new IntBag() : kept.party;
    }

    private static Bag<Entity> guests(Kept kept) {
        return kept.guests == null ? new Bag<>() : kept.guests;
    }

    @Test
    void referencesToTheDeadAreLeftOut() {
        int chest = world.create();
        give(chest, Chest.class).coins = 3;
        int gone = connected();
        Kept kept = give(mira, Kept.class);
        kept.level = 4;
        kept.target = gone;
        party(kept).add(gone);
        party(kept).add(chest);
        guests(kept).add(world.getEntity(gone));
        guests(kept).add(world.getEntity(chest));
        world.getMapper(Senses.class).get(mira).nearby.add(gone);
        before.ticks(1);
        world.delete(gone);
        before.ticks(2);
        try (LogLines log = new LogLines(MindSaves.class.getName())) {
            SavingWorld after = loaded();
            int again = with(after.world, Kept.class).get(0);
            Kept back = after.world.getMapper(Kept.class).get(again);
            int saved = with(after.world, Chest.class).get(0);
            assertThat(back.target).isEqualTo(-1);
            assertThat(party(back).size()).isEqualTo(1);
            assertThat(party(back).get(0)).isEqualTo(saved);
            assertThat(guests(back)).containsExactly(after.world.getEntity(saved));
            assertThat(after.world.getMapper(Senses.class).get(again).nearby.size())
                    .isZero();
            assertThat(log.texts()).as("that is as games are").isEmpty();
        }
        assertThat(kept.target).isEqualTo(gone);
        assertThat(party(kept).size()).isEqualTo(2);
        assertThat(guests(kept).size()).isEqualTo(2);
    }

    @Test
    void idsThatNoEntityCanHaveAreNamedAndLeftOut() {
        Kept kept = give(mira, Kept.class);
        kept.target = -5;
        party(kept).add(-1);
        party(kept).add(mira);
        party(kept).add(100_000);
        before.ticks(1);
        try (LogLines log = new LogLines(MindSaves.class.getName())) {
            SavingWorld after = loaded();
            int again = with(after.world, Kept.class).get(0);
            Kept back = after.world.getMapper(Kept.class).get(again);
            assertThat(back.target).isEqualTo(-1);
            assertThat(party(back).size()).isEqualTo(1);
            assertThat(party(back).get(0)).isEqualTo(again);
            assertThat(log.texts())
                    .singleElement()
                    .asString()
                    .startsWith(Kept.class.getName() + ".target refers to the entity -5, which none"
                            + " can be: it will refer to none after a load (expected -1, or");
        }
        assertThat(kept.target).isEqualTo(-5);
        assertThat(party(kept).size()).isEqualTo(3);
    }

    @Test
    void entityOfWhichNothingIsSavedIsNamed() {
        int effect = world.create();
        give(effect, Sprite.class).frame = 2;
        give(mira, Kept.class).target = effect;
        before.ticks(1);
        try (LogLines log = new LogLines(MindSaves.class.getName())) {
            SavingWorld after = loaded();
            int again = with(after.world, Kept.class).get(0);
            assertThat(after.world.getMapper(Kept.class).get(again).target).isEqualTo(-1);
            assertThat(log.texts())
                    .singleElement()
                    .asString()
                    .contains(
                            "refers to the entity " + effect,
                            "which has no component that is saved",
                            "without @Transient");
        }
    }

    @Test
    void missingBagsAreSavedAsEmpty() {
        Kept kept = give(mira, Kept.class);
        kept.party = null;
        kept.guests = null;
        before.ticks(1);
        SavingWorld after = loaded();
        Kept back = after.world
                .getMapper(Kept.class)
                .get(with(after.world, Kept.class).get(0));
        assertThat(party(back).isEmpty()).isTrue();
        assertThat(guests(back)).isEmpty();
        assertThat(kept.party).isNull();
        assertThat(kept.guests).isNull();
    }

    @Test
    void bagOfOtherThingsIsNamedAndLeftOut() {
        Names names = give(mira, Names.class);
        names.level = 4;
        names.names.add("Cleo");
        before.ticks(1);
        try (LogLines log = new LogLines(MindSaves.class.getName())) {
            SavingWorld after = loaded();
            Names back = after.world
                    .getMapper(Names.class)
                    .get(with(after.world, Names.class).get(0));
            assertThat(back.level).isEqualTo(4);
            assertThat(back.names).isEmpty();
            assertThat(log.texts())
                    .singleElement()
                    .asString()
                    .startsWith(Names.class.getName() + ".names is a Bag with a java.lang.String")
                    .contains("use a list");
        }
        assertThat(names.names).containsExactly("Cleo");
    }

    // ---- what is refused

    @Test
    void referenceThatArtemisCannotReadIsRefused() {
        give(mira, Hidden.class).level = 4;
        before.ticks(1);
        assertThatIllegalStateException()
                .isThrownBy(before::save)
                .withMessage(Hidden.class.getName() + ".target refers to entities, but Artemis's"
                        + " serializer cannot read it (make the field and its class public, or"
                        + " remove @EntityId): nothing was saved");
    }

    @Test
    void transientReferenceThatStartsAsAnEntityIsRefused() {
        give(mira, Careless.class).level = 4;
        before.ticks(1);
        assertThatIllegalStateException()
                .isThrownBy(before::save)
                .withMessageStartingWith("the transient field " + Careless.class.getName()
                        + ".target is 0 unless set, which Artemis's serializer takes for an entity")
                .withMessageContaining("expected = -1 where it is declared");
    }

    @Test
    void transientBagThatStartsAsNullIsRefused() {
        give(mira, Empty.class).level = 4;
        before.ticks(1);
        assertThatIllegalStateException()
                .isThrownBy(before::save)
                .withMessageContaining(Empty.class.getName() + ".party is null unless set")
                .withMessageContaining("expected an empty bag");
    }

    // ---- what is named

    @Test
    void idsThatArtemisDoesNotTranslateAreNamed() {
        give(mira, Arrays2.class).level = 4;
        give(mira, Derived.class).level = 4;
        before.ticks(1);
        try (LogLines log = new LogLines(MindSaves.class.getName())) {
            loaded();
            assertThat(log.texts())
                    .hasSize(2)
                    .anySatisfy(line -> assertThat(line)
                            .contains(Arrays2.class.getName() + ".party", "not int[]"))
                    .anySatisfy(line -> assertThat(line)
                            .contains(
                                    Derived.class.getName() + ".owner",
                                    "of " + Base.class.getName()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a field",
                "a list",
                "a map",
                "an array",
                "a value",
                "List.of",
                "a lambda",
                "Duration"
            })
    void valueThatCannotBeCreatedIsNamedWhereverItIs(String where) {
        Values values = give(mira, Values.class);
        Object socket = new Socket(80);
        String named = Socket.class.getName();
        switch (where) {
            case "a field" -> values.any = socket;
            case "a list" -> values.list.add(socket);
            case "a map" -> values.map.put("a", new ArrayList<>(List.of(socket)));
            case "an array" -> values.array = new Object[] {null, socket};
            case "a value" -> {
                values.inner = new Inner();
                values.inner.any = socket;
            }
            case "List.of" -> {
                values.fixed = List.of("a", "b", "c");
                named = values.fixed.getClass().getName();
            }
            case "a lambda" -> {
                values.any = (Runnable) () -> {};
                named = values.any.getClass().getName();
            }
            default -> {
                values.any = java.time.Duration.ofSeconds(1);
                named = "java.time.Duration";
            }
        }
        before.ticks(1);
        assertThat(warnings())
                .singleElement()
                .asString()
                .startsWith(
                        "the save has a " + named + " of the component " + Values.class.getName());
    }

    private List<String> warnings() {
        try (LogLines log = new LogLines(MindSaves.class.getName())) {
            try {
                before.save();
            } catch (RuntimeException e) {
                // the serializer may not even write it
            }
            return log.texts();
        }
    }

    @Test
    void valuesThatCanBeCreatedAreNotNamed() {
        Values values = give(mira, Values.class);
        values.level = 4;
        values.any = Thread.State.NEW;
        values.list.add("a");
        values.list.add(new Inner());
        values.map.put("a", new ArrayList<>(Arrays.asList(1, 2.5, true)));
        values.array = new Object[] {"a", null};
        values.inner = new Inner();
        before.ticks(1);
        assertThat(warnings()).isEmpty();
        SavingWorld after = loaded();
        Values back = after.world
                .getMapper(Values.class)
                .get(with(after.world, Values.class).get(0));
        assertThat(back.map.get("a")).asString().contains("2.5");
    }

    // ---- what was saved by another version of the game

    @Test
    void componentThatTheGameHasNoMoreIsNamedBeforeAnythingIsLoaded() {
        give(mira, Chest.class).coins = 3;
        before.ticks(1);
        byte[] save = SavingWorld.withBody(
                before.save(), body -> body.replace("UnloadableSaveTest$Chest", "Treasure"));
        SavingWorld after = new SavingWorld(new FakeBroker());
        assertThatExceptionOfType(InvalidSaveException.class)
                .isThrownBy(() -> after.load(save))
                .withMessageStartingWith("the save has the component dev.triune.system.Treasure,"
                        + " which this game has not (expected its new name by SaveUpgrade.renamed")
                .withMessageEndingWith("nothing was loaded");
        after.ticks(1);
        assertThat(with(after.world, Mind.class).size()).isZero();
    }

    @Test
    void componentThatIsTransientByNowIsLeftOut() {
        give(mira, Chest.class).coins = 3;
        before.ticks(1);
        byte[] save = SavingWorld.withBody(
                before.save(),
                body -> body.replace("UnloadableSaveTest$Chest", "UnloadableSaveTest$Sprite"));
        assertThat(new String(save, StandardCharsets.UTF_8)).contains("$Sprite");
        SavingWorld after = new SavingWorld(new FakeBroker());
        after.load(save);
        after.ticks(1);
        assertThat(with(after.world, Mind.class).size()).isEqualTo(1);
        assertThat(with(after.world, Sprite.class).size()).isZero();
    }

    @Test
    void failureOfALoadSaysItsCause() {
        give(mira, Values.class).any = new Socket(80);
        before.ticks(1);
        byte[] save = before.save();
        SavingWorld after = new SavingWorld(new FakeBroker());
        assertThatExceptionOfType(InvalidSaveException.class)
                .isThrownBy(() -> after.load(save))
                .withMessageContaining(Socket.class.getName() + ".<init>()")
                .withMessageContaining("throw this world away");
    }
}
