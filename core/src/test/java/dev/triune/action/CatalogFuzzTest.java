/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step.InvalidStepException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Any answer leads either to a valid step or to a reason for its rejection. */
class CatalogFuzzTest {
    private static final long SEED = 20_261;
    private static final int ROUNDS = 10_000;
    private static final String HUGE = "lots of wood ".repeat(20_000);
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "\u00a0",
            "wood",
            "WOOD",
            "wod",
            "woood",
            "oak",
            "the oak",
            "tree",
            "a",
            "the",
            "yes",
            "true",
            "7",
            "7.0",
            "-1e3",
            "1e999",
            "NaN",
            "0x1p3",
            "99999999999999999999",
            "\ud83d\udd25",
            "\ud83d",
            "\udd25\ud83d",
            "\u0130\u0131\u1e9e",
            "\u0000\u2028",
            "null",
            "hut",
            "camp fire",
            "\u092a\u0947\u0921\u093c");
    private static final List<String> TYPES = List.of(
            "gather",
            "Gather ",
            "gathr",
            "collect",
            "plan_build",
            "planBuild",
            "talk",
            "tlak",
            "set_goal",
            "cancel plan",
            "",
            "\ud83d\udd25",
            "fly");
    private static final List<String> KEYS = List.of(
            "target",
            "amount",
            "care",
            "hard",
            "stuff",
            "building",
            "to",
            "text",
            "whom",
            "description",
            "kind",
            "type",
            "");

    private sealed interface Deed permits Gather, PlanBuild, Talk {}

    @Synonyms("collect")
    private record Gather(
            @Visible({"tree", "rock"}) String target,
            @Range(min = 1, max = 20) int amount,
            @Default @Range(min = -1, max = 0.5) double care,
            @Default boolean hard,
            @Default @OneOf({"wood", "stone"}) String stuff)
            implements Deed {}

    private record PlanBuild(
            Building building,
            @Default long amount,
            @Default float care) implements Deed {}

    record Talk(
            @Synonyms({"whom", "target"}) @Visible String to,
            @Default String text) implements Deed {
        Talk {
            if (to.length() == text.length()) {
                throw new IllegalStateException(text);
            }
        }
    }

    private enum Building {
        @Synonyms("fire")
        CAMP_FIRE,
        HUT
    }

    private final ActionCatalog catalog =
            ActionCatalog.builder().actions(Deed.class).selfActions().build();
    private final Random random = new Random(SEED);
    private int round;

    @Test
    void randomInputIsRejectedOrCorrectedWithoutOtherExceptions() {
        int ordered = 0;
        int aimed = 0;
        for (round = 0; round < ROUNDS; round++) {
            String type = any(TYPES);
            Map<String, Object> raw = fields();
            Step step = ordered(type, raw);
            if (step != null) {
                ordered++;
                aimed += aimed(step) ? 1 : 0;
            }
        }
        assertThat(ordered).as("seed %d", SEED).isBetween(ROUNDS / 20, ROUNDS);
        assertThat(aimed).as("seed %d", SEED).isBetween(ROUNDS / 100, ordered - 1);
    }

    private @Nullable Step ordered(String type, Map<String, Object> raw) {
        try {
            ActionCatalog.CheckedStep order = catalog.read(type, raw);
            assertFits(order.step());
            assertThat(order.corrections().length()).isLessThanOrEqualTo(400);
            return order.step();
        } catch (InvalidStepException e) {
            assertThat(e.reason()).as(where()).isNotBlank().hasSizeLessThan(200);
            return null;
        }
    }

    private boolean aimed(Step step) {
        List<VisibleObject> visible = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            visible.add(
                    VisibleObject.of(text(), any(List.of("tree", "rock", "Tree", "", "person"))));
        }
        try {
            Step aimed = catalog.resolveTargets(step, visible);
            assertFits(aimed);
            assertThat(catalog.resolveTargets(aimed, visible)).as(where()).isEqualTo(aimed);
            return true;
        } catch (InvalidStepException e) {
            assertThat(e.reason()).as(where()).isNotBlank().hasSizeLessThan(200);
            return false;
        }
    }

    private void assertFits(Step step) throws InvalidStepException {
        assertThat(catalog.check(step)).as(where()).isSameAs(step);
        assertThat(catalog.obstacle(1, step)).as(where()).isEmpty();
        if (!catalog.isSelfAction(step.type())) {
            assertThat(catalog.action(step, Record.class)).as(where()).isInstanceOf(Deed.class);
        }
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(7); i > 0; i--) {
            fields.put(any(KEYS), value(3));
        }
        return fields;
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0, 1, 2 -> text();
            case 3 -> any(List.of(0L, 3L, 900L, -7L, Long.MAX_VALUE, Long.MIN_VALUE));
            case 4 -> any(List.of(0.25, 2.0, -0.0, 1e300, Double.NaN, -1.0 / 0, 1e-300));
            case 5 -> random.nextBoolean();
            case 6 -> List.of(value(depth - 1), nested(random.nextInt(2_000)));
            default -> Map.of(any(KEYS), value(depth - 1));
        };
    }

    private static Object nested(int depth) {
        Object value = "deep";
        for (int i = 0; i < depth; i++) {
            value = List.of(value);
        }
        return value;
    }

    private String text() {
        int kind = random.nextInt(100);
        if (kind == 0) {
            return HUGE;
        }
        if (kind < 20) {
            StringBuilder letters = new StringBuilder();
            random.ints(random.nextInt(450), 0, 0x1ffff).forEach(letters::appendCodePoint);
            return letters.toString();
        }
        return any(TEXTS);
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String where() {
        return "seed " + SEED + ", round " + round;
    }
}
