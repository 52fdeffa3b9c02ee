/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.callbacks;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Component;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.fixture.LogLines;
import dev.triune.habits.Habits;
import dev.triune.memory.Memories;
import dev.triune.system.MindPlugin;
import dev.triune.talk.Conversations;
import dev.triune.testsupport.Thorough;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the game's code does in a callback (it removes a component, deletes an agent, disposes
 * of the world, throws), no exception leaves the tick, nobody freezes, {@code stop} follows each
 * {@code start} and an end each request. The callbacks are found by reflection, so that none is
 * forgotten. To rerun a failing case: {@code -Dtriune.callback=<its name>}.
 */
class CallbackMatrixTest {
    /** The effects tried of each callback, of {@link #EFFECTS} times four worlds; more until one harms. */
    private static final int TRIES = Thorough.count(3, Integer.MAX_VALUE);

    private static final long SEED = Long.getLong("triune.seed", 42);
    private static final int HARM = 7;
    private static final int HARMED_TICKS = 320;
    private static final int LOADED_TICKS = 250;

    /** What is not called in that time is waited for. */
    private static final int RARE_TICKS = 1_200;

    /** Longer than any backoff: failed calls double the wait up to 32 times. */
    private static final int RECOVERY = 1_600;

    /** What a callback does, besides its work. */
    private record Effect(String words, Kind kind, Class<? extends Component> type, boolean other) {
        enum Kind {
            REMOVE,
            DELETE,
            DISPOSE,
            EXCEPTION,
            CHECKED,
            ERROR
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private static final List<Effect> EFFECTS = effects();

    private static List<Effect> effects() {
        List<Effect> all = new ArrayList<>();
        for (boolean other : List.of(false, true)) {
            String whose = other ? " of another" : "";
            for (Class<? extends Component> type : Stage.COMPONENTS) {
                String words = "removes " + type.getSimpleName() + whose;
                all.add(new Effect(words, Effect.Kind.REMOVE, type, other));
            }
            all.add(new Effect(
                    other ? "deletes another" : "deletes its agent",
                    Effect.Kind.DELETE,
                    Component.class,
                    other));
        }
        all.add(new Effect("disposes", Effect.Kind.DISPOSE, Component.class, false));
        all.add(new Effect("throws an exception", Effect.Kind.EXCEPTION, Component.class, false));
        all.add(new Effect("throws a checked one", Effect.Kind.CHECKED, Component.class, false));
        all.add(new Effect("throws an error", Effect.Kind.ERROR, Component.class, false));
        return all;
    }

    /** What the game's code throws here, so that it can be told from faults of ours. */
    private static final class Planned extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class PlannedChecked extends Exception {
        private static final long serialVersionUID = 1;
    }

    private static final class PlannedError extends Error {
        private static final long serialVersionUID = 1;
    }

    /** Interfaces that games do not implement, or whose code runs at other times; by reason. */
    private static final Map<String, String> NOT_CALLED_IN_TICKS = notCalledInTicks();

    private static Map<String, String> notCalledInTicks() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String handed : List.of("MindContext", "CallBudget", "SituationFacts", "AgentView")) {
            all.put(handed, "Triune implements it, and hands it to the game");
        }
        all.put("OfflineMind", "called on a timer of its provider, which fails the call");
        all.put(
                "GameTime.due",
                "when a plan that keeps a promise ends; throws in JournalKeeperTest");
        all.put("SpeechFilter", "of a module: conversations here; another in SpeechFilterTest");
        all.put("Approach", "called by the game's own call of approach, which is refused then");
        all.put("SavedState.forget", "called by the game's own call of forget, which fails");
        all.put("SavedState.textsAbout", "called by the game's own call of exportOf, which fails");
        all.put("SpeechGate.then", "ours; it calls gates, which are in the matrix");
        all.put("Sight", "called in Feed.update, which is in the matrix");
        all.put("Appearance", "called in Feed.update, which is in the matrix");
        all.put("Copy", "called in Feed.update, which is in the matrix");
        all.put("TickFunction", "called in ActionRunner.tick, as the functions of ofOrders");
        all.put("Feed.carriesSpeech", "called before the world is built, which fails then");
        all.put("MindModule", "called while the world is built, which fails then");
        all.put("Feed.initialize", "called while the world is built, which fails then");
        for (String fixed :
                List.of("name", "behavior", "priority", "interruptible", "pastime", "kinds")) {
            all.put("Trigger." + fixed, "a constant, read when the table is made too");
            all.put("ReflexRule." + fixed, "a constant, read when the table is made too");
        }
        return all;
    }

    /** What is called by a load, before the first tick. */
    private static final Set<String> LOADING = Set.of("SavedState.upgrade", "SavedState.readState");

    // ---- none is forgotten

    private static final Set<String> REACHED = reached();

    private static Set<String> reached() {
        Set<String> all = new TreeSet<>();
        for (boolean acts : List.of(true, false)) {
            for (Stage.Company company : Stage.Company.values()) {
                Stage stage = new Stage(SEED, acts, 1, company);
                byte[] save = {};
                for (int i = 0; i < 1_200; i++) {
                    stage.frame();
                    stage.play();
                    save = i == 600 ? stage.save() : save;
                }
                stage.dispose();
                all.addAll(stage.reached);
                Stage loaded = Stage.empty(SEED, acts, 1, company);
                try {
                    loaded.load(save);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                loaded.dispose();
                all.addAll(loaded.reached);
            }
        }
        return all;
    }

    @Test
    void everyPublicCallbackIsInTheMatrix() throws Exception {
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (Class<?> type : gameInterfaces()) {
            for (Method method : type.getDeclaredMethods()) {
                String name = type.getSimpleName() + "." + method.getName();
                boolean called = !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic();
                boolean excused = NOT_CALLED_IN_TICKS.containsKey(name)
                        || NOT_CALLED_IN_TICKS.containsKey(type.getSimpleName());
                found += called && !excused ? 1 : 0;
                if (called && !excused && !REACHED.contains(name)) {
                    missing.add(name);
                }
            }
        }
        assertThat(missing).as("callbacks that no case reaches").isEmpty();
        assertThat(found).as("callbacks").isGreaterThan(80);
    }

    /** Functions of the JDK that a game passes, by where: each is a callback of another name. */
    private static final Set<String> FUNCTIONS = Set.of(
            "ActionRunner.of", // by the class of ofOrders
            "ActionRunner.ofOrders", // the four ActionRunner.ofOrders
            "ConversationConfig.lines", // in WrittenLinesTest, as those of LineCatalog
            "Feed.copy", // in Feed.update
            "Feed.danger", // in Feed.update
            "Habits.date",
            "Habits.individual",
            "Habits.watched",
            "LineCatalog.slot",
            "LineCatalog.when",
            "MemoryConfig.lore",
            "Lore", // MemoryConfig.lore
            "MemoryRetriever.prepare", // a function of the library, for the retriever
            "Relevance.prepare", // the same function
            "SpeechFilter.remember", // a function of the library, for the filter
            "MindConfig.keys",
            "MindPlugin.spoken", // in MindListener.spoke
            "PromptBuilder.template", // in PromptBuilder.build
            "Vision.by", // in Feed.update
            "Vision.sees", // in Feed.update
            "Vision.talkers"); // in Feed.begin

    /** Functions that set something up, and are called at once. */
    private static final Set<String> AT_ONCE = Set.of(
            "Journal.replaceTicks",
            "LLMSchedulerSystem.layer",
            "MindConfig.layer",
            "MindKind.configure",
            "MindPlugin.configure",
            "SavedState.forget",
            "SavedState.textsAbout",
            "Senses.forgetHeard",
            "Senses.replaceHeard");

    @Test
    void everyFunctionThatAGamePassesIsInTheMatrix() throws Exception {
        Set<String> functions = new TreeSet<>();
        for (Class<?> type : publicTypes()) {
            Stream<Executable> members =
                    Stream.concat(Stream.of(type.getMethods()), Stream.of(type.getConstructors()));
            members.filter(member -> member.getDeclaringClass() == type)
                    .filter(member -> Stream.of(member.getParameterTypes())
                            .anyMatch(each -> each.getPackageName().equals("java.util.function")))
                    .forEach(member -> functions.add(
                            member instanceof Method
                                    ? type.getSimpleName() + "." + member.getName()
                                    : type.getSimpleName()));
        }
        functions.removeAll(AT_ONCE);
        assertThat(functions).containsExactlyInAnyOrderElementsOf(FUNCTIONS);
    }

    /** Returns the public interfaces that a game can implement. */
    private static List<Class<?>> gameInterfaces() throws Exception {
        return publicTypes().stream()
                .filter(type -> type.isInterface() && !type.isAnnotation() && !type.isSealed())
                .toList();
    }

    private static List<Class<?>> publicTypes() throws Exception {
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> module :
                List.of(MindPlugin.class, Conversations.class, Habits.class, Memories.class)) {
            Path root = Path.of(
                    module.getProtectionDomain().getCodeSource().getLocation().toURI());
            for (String path : classesIn(root)) {
                String name = path.replace('/', '.').replace('\\', '.');
                boolean open = !name.contains(".internal.")
                        && !name.contains(".testkit.")
                        && !name.endsWith("-info.class");
                if (open) {
                    Class<?> type = Class.forName(
                            name.substring(0, name.length() - ".class".length()),
                            false,
                            module.getClassLoader());
                    if (isOpen(type)) {
                        types.add(type);
                    }
                }
            }
        }
        return types;
    }

    /** Returns the files of classes of a module: a folder, or a jar once it is packaged. */
    private static List<String> classesIn(Path module) throws IOException {
        if (Files.isDirectory(module)) {
            try (Stream<Path> files = Files.walk(module)) {
                return files.map(file -> module.relativize(file).toString())
                        .filter(name -> name.endsWith(".class"))
                        .sorted()
                        .toList();
            }
        }
        try (JarFile jar = new JarFile(module.toFile())) {
            return jar.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isOpen(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return Modifier.isPublic(type.getModifiers()) && (outer == null || isOpen(outer));
    }

    // ---- the matrix

    static List<String> callbacks() {
        String only = System.getProperty("triune.callback");
        return REACHED.stream()
                .filter(name -> !NOT_CALLED_IN_TICKS.containsKey(name))
                .filter(name -> only == null || name.equals(only))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("callbacks")
    void worldGoesOnWhateverACallbackDoes(String callback) {
        List<String> problems = new ArrayList<>();
        int cases = 0;
        int harmed = 0;
        SplittableRandom random = new SplittableRandom(SEED + callback.hashCode());
        int all = EFFECTS.size() * 4;
        for (int i = 0; i < all && (i < TRIES || harmed == 0); i++) {
            int pick = TRIES < all ? random.nextInt(all) : i;
            Case one = new Case(
                    callback, EFFECTS.get(pick / 4), pick % 2 == 0, pick / 2 % 2 == 0 ? 1 : 4);
            problems.addAll(one.run());
            cases++;
            harmed += one.done > 0 ? 1 : 0;
        }
        assertThat(problems).isEmpty();
        assertThat(harmed).as("cases that reach %s, of %d", callback, cases).isPositive();
    }

    /** One callback that does one thing, in one kind of world. */
    private static final class Case {
        private final String callback;
        private final Effect effect;
        private final boolean acts;
        private final int ticksPerFrame;
        private Stage stage;
        private final List<String> problems = new ArrayList<>();
        private int calls;
        private int done;
        private int errors;

        Case(String callback, Effect effect, boolean acts, int ticksPerFrame) {
            this.callback = callback;
            this.effect = effect;
            this.acts = acts;
            this.ticksPerFrame = ticksPerFrame;
            this.stage = new Stage(SEED, acts, ticksPerFrame, company(callback, acts));
        }

        private static Stage.Company company(String callback, boolean acts) {
            String type = callback.substring(0, callback.indexOf('.'));
            return switch (type) {
                case "SettlementRules" -> Stage.Company.NOBODY_AND_OWN_RULES;
                case "SmallTalkRules", "TurnSource", "Earshot" -> Stage.Company.NOBODY;
                default -> acts ? Stage.Company.PLAYERS : Stage.Company.NOBODY;
            };
        }

        List<String> run() {
            try (LogLines log = new LogLines("dev.triune")) {
                if (LOADING.contains(callback)) {
                    load();
                } else {
                    stage.hook(this::called);
                    while (!stage.isDisposed()
                            && stage.clock.tick() < (done > 0 ? HARMED_TICKS : RARE_TICKS)) {
                        step();
                    }
                }
                stage.hook(null);
                if (!stage.isDisposed()) {
                    recover();
                    stage.dispose();
                }
                stage.settle();
                log.all().stream()
                        .filter(line -> line.getThrown() != null && !isPlanned(line.getThrown()))
                        .filter(line -> !line.getMessage().startsWith("an agent's own model"))
                        .filter(line -> !isForbidden(line.getThrown()))
                        .forEach(line -> problem("logged " + line.getMessage(), line.getThrown()));
            }
            stage.violations.forEach(words -> problem(words, null));
            if (!stage.running().isEmpty()) {
                problem("started and never stopped: " + stage.running(), null);
            }
            if (!stage.open().isEmpty()) {
                problem("requests without an end: " + stage.open(), null);
            }
            if (effect.kind == Effect.Kind.ERROR && done > 0 && errors == 0) {
                problem("an Error was swallowed", null);
            }
            return problems;
        }

        /** Whether the log tells the game of a mistake, as documented. */
        private boolean isForbidden(Throwable e) {
            return callback.equals("Perception.perceive")
                    && String.valueOf(e.getMessage()).contains("expected it to change nothing");
        }

        /** Saves the world, and goes on with the save, which is loaded with harm. */
        private void load() {
            while (stage.clock.tick() < LOADED_TICKS) {
                step();
            }
            byte[] save = stage.save();
            stage.dispose();
            stage.settle();
            stage = Stage.empty(SEED, acts, ticksPerFrame, company(callback, acts));
            stage.hook(this::called);
            for (int tries = 0; stage.agents.isEmpty() && !stage.isDisposed(); tries++) {
                try {
                    stage.load(save);
                } catch (Throwable e) {
                    if (!isPlanned(e) || tries > HARM) {
                        problem("left the load", e);
                        stage.dispose();
                        return;
                    }
                    errors += e instanceof PlannedError ? 1 : 0;
                    stage.adopt(); // an Error leaves a load when all agents are there
                }
            }
        }

        private void step() {
            try {
                stage.frame();
            } catch (PlannedError e) {
                errors++; // as documented, an Error leaves the tick
            } catch (Throwable e) {
                problem("left the tick", e);
            }
            if (stage.isDisposed()) {
                return;
            }
            try {
                stage.play();
                if (stage.clock.tick() % 100 == 0) {
                    stage.save();
                }
            } catch (Throwable e) {
                if (!isPlanned(e)) {
                    problem("left a call of the game", e);
                }
                errors += e instanceof PlannedError ? 1 : 0;
            }
        }

        private void recover() {
            stage.restore();
            stage.watch();
            long end = stage.clock.tick() + RECOVERY;
            while (stage.clock.tick() < end && !stage.missing().isEmpty()) {
                step();
            }
            if (!stage.missing().isEmpty()) {
                problem("frozen: " + stage.missing(), null);
            }
        }

        private void called(String name, int agent) {
            if (!name.equals(callback) || ++calls % 3 != 1 || done == HARM) {
                return;
            }
            done++;
            if (stage.agents.isEmpty()) {
                stage.adopt(); // they are being loaded
            }
            boolean nobody = stage.agents.isEmpty()
                    && (effect.kind == Effect.Kind.REMOVE || effect.kind == Effect.Kind.DELETE);
            if (nobody) {
                return;
            }
            int own = agent >= 0 || stage.agents.isEmpty() ? agent : stage.agents.get(0);
            int place = Math.max(0, stage.agents.indexOf(own));
            int target = effect.other && !stage.agents.isEmpty()
                    ? stage.agents.get((place + 1 + done % 3) % stage.agents.size())
                    : own;
            boolean there = target >= 0
                    && (stage.world.getMapper(Persona.class).has(target) // else it is another
                            || stage.world.getMapper(Mind.class).has(target));
            switch (effect.kind) {
                case REMOVE -> {
                    if (there) {
                        stage.world.getMapper(effect.type).remove(target);
                    }
                }
                case DELETE -> {
                    if (there) {
                        stage.world.delete(target);
                    }
                }
                case DISPOSE -> {
                    if (!stage.isDisposed()) {
                        stage.dispose();
                    }
                }
                case EXCEPTION -> throw new Planned();
                case CHECKED -> throwAnyway(new PlannedChecked());
                case ERROR -> throw new PlannedError();
            }
        }

        /** Throws a checked exception, as code in Kotlin or of a proxy may. */
        @SuppressWarnings("unchecked")
        private static <E extends Throwable> void throwAnyway(Throwable e) throws E {
            throw (E) e;
        }

        private static boolean isPlanned(Throwable e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof Planned
                        || cause instanceof PlannedChecked
                        || cause instanceof PlannedError) {
                    return true;
                }
            }
            return false;
        }

        private void problem(String words, Throwable thrown) {
            StringBuilder text = new StringBuilder(callback + " " + effect + ", acts " + acts + ", "
                    + ticksPerFrame + " ticks a frame: " + words);
            if (thrown != null) {
                text.append(": ").append(thrown);
                Stream.of(thrown.getStackTrace())
                        .filter(at -> at.getClassName().startsWith("dev.triune"))
                        .limit(4)
                        .forEach(at -> text.append("\n    ").append(at));
            }
            if (problems.size() < 3) {
                problems.add(text.toString());
            }
        }
    }
}
