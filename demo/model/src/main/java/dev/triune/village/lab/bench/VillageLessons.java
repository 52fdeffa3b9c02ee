/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import dev.triune.action.Step;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import dev.triune.model.Lesson;
import dev.triune.village.mind.VillagerOfflineMind;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.SimulationSettings;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Collects answers of the offline mind in a village, from its life and from situations of the kinds
 * of the plan benchmark. The benchmark's own villages have the seeds 1 to 10, these 1001 and above:
 * no situation of the benchmark becomes a lesson.
 */
public final class VillageLessons {
    private static final long FIRST_SEED = 1001;
    private static final int HALF_HOURS = 48;
    private static final int FIRST_HOUR = 6;
    private static final int BEDTIME = 21;
    private static final int IDLE_SHARE = 5;
    private static final String[] GROWN = {"wood", "stone", "berries", "water"};
    /**
     * How often each half hour has the player give an order, so that half of the lessons are
     * orders: their words, of which each is rare, decide the answer.
     */
    private static final int ORDERS = 10;

    private static final List<PlanSituation> BY_DAY = Stream.concat(
                    Stream.of(PlanSituation.WORK, PlanSituation.FOOD, PlanSituation.FIRE),
                    Collections.nCopies(ORDERS, PlanSituation.PLAYER).stream())
            .toList();

    private static final List<PlanSituation> BY_NIGHT = Collections.nCopies(8, PlanSituation.DARK);

    private final SimulationSettings settings;
    private final SplittableRandom random;
    private final List<Lesson> lessons = new ArrayList<>();

    private VillageLessons(int number) {
        settings = SimulationSettings.offline(FIRST_SEED + number);
        random = new SplittableRandom(settings.seed());
    }

    /** Lets a village live for some days; returns its lessons. */
    public static List<Lesson> of(int number, int days) throws IOException {
        VillageLessons village = new VillageLessons(number);
        village.live(days);
        return village.lessons;
    }

    private void live(int days) throws IOException {
        List<Lesson> noted = new ArrayList<>();
        try (VillageSimulation life = builder(settings, noted).build()) {
            for (int half = 0; half < days * HALF_HOURS; half++) {
                for (int i = 0; i < Calendar.TICKS_PER_HOUR / 2; i++) {
                    life.tick();
                }
                ByteArrayOutputStream save = new ByteArrayOutputStream();
                life.save(save);
                int hour = Calendar.hour(life.ticks());
                List<PlanSituation> situations =
                        hour >= BEDTIME ? BY_NIGHT : hour >= FIRST_HOUR ? BY_DAY : List.of();
                for (PlanSituation situation : situations) {
                    attempt(situation, save.toByteArray());
                }
            }
        }
        noted.stream()
                .filter(lesson -> !lesson.isIdle() || random.nextInt(IDLE_SHARE) == 0)
                .forEach(lessons::add);
    }

    /** Notes the answer in a situation if its plan is valid, carried out and sensible. */
    private void attempt(PlanSituation situation, byte[] save) throws IOException {
        PlanAttempt attempt = new PlanAttempt(1, situation, order());
        List<Lesson> noted = new ArrayList<>();
        try (VillageSimulation village = builder(settings.with(new MindSource.None()), noted)
                .observer(attempt)
                .load(new ByteArrayInputStream(save))) {
            int[] villagers = village.villagers();
            if (!attempt.begin(village, villagers[random.nextInt(villagers.length)])) {
                return;
            }
            for (int i = 0; i < Calendar.TICKS_PER_DAY && !attempt.isAnswered(); i++) {
                village.tick();
            }
            if (attempt.hasPlan()) {
                PlanBenchmark.live(village, settings, attempt);
            }
        }
        if (attempt.isValid() && attempt.isCarriedOut() && attempt.isSensible()) {
            lessons.addAll(noted);
        }
    }

    private Step order() {
        String[] places = Place.labels();
        return random.nextBoolean()
                ? Step.of("gather").with("target", GROWN[random.nextInt(GROWN.length)])
                : Step.of("go_to").with("place", places[random.nextInt(places.length)]);
    }

    /** Returns a builder of villages that note the answers of their minds. */
    private VillageBuilder builder(SimulationSettings of, List<Lesson> noted) {
        long seed = random.nextLong();
        return new VillageBuilder(of).broker(connection -> {
            Provider teacher = OfflineProvider.builder(new VillagerOfflineMind()::answer)
                    .seed(seed)
                    .requestsPerMinute(60)
                    .clock(connection.ticker(), connection.timers())
                    .build();
            return new BrokerBuilder()
                    .provider(
                            ProviderSettings.of("teacher", "rules")
                                    .withModels(ProviderSettings.ANY_MODEL)
                                    .withPermits(2),
                            new LessonRecorder(teacher, noted))
                    .ticker(connection.ticker())
                    .seed(seed)
                    .listener(connection.listener())
                    .build();
        });
    }
}
