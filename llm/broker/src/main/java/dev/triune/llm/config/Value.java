/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.config.YamlNode.Entry;
import dev.triune.llm.config.YamlNode.Items;
import dev.triune.llm.config.YamlNode.Mapping;
import dev.triune.llm.config.YamlNode.Text;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value of the file and where it stands, to be read as what it should be. Each reader gives
 * nothing for a value of another kind, and notes the problem.
 */
final class Value {
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,12}(\\.[0-9]{1,12})?");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,12})(ms|s|m|h)");
    private static final String DURATIONS = "a duration such as 250ms, 5s, 2m or 1h";
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1));

    private final Problems problems;
    private final String path;
    private final int line;
    private final YamlNode node;

    Value(Problems problems, String path, int line, YamlNode node) {
        this.problems = problems;
        this.path = path;
        this.line = line;
        this.node = node;
    }

    String path() {
        return path;
    }

    int line() {
        return line;
    }

    /** The same value under another path. */
    Value at(String place) {
        return new Value(problems, place, line, node);
    }

    void problem(String text) {
        problems.add(line, path, text);
    }

    /** Any text but none at all. */
    Optional<String> text() {
        return raw("a text").filter(text -> {
            boolean reference = text.contains("${");
            if (reference) {
                problem("a reference (expected the value itself: references are read in key, keys,"
                        + " headers, proxy-authorization and the gateway's secrets only)");
            }
            return !reference;
        });
    }

    /** Whether it is a single value of that form; it notes nothing. */
    boolean isText(Pattern form) {
        return node instanceof Text text && form.matcher(text.text()).matches();
    }

    /** A single value, whatever it holds. */
    Optional<String> raw(String expected) {
        if (!(node instanceof Text text)) {
            problem((node instanceof Items ? "a list" : "a mapping") + " (expected " + expected
                    + ")");
            return Optional.empty();
        }
        if (text.isNothing() || text.text().isBlank()) {
            problem("has no value (expected " + expected + ")");
            return Optional.empty();
        }
        return Optional.of(text.text());
    }

    /** A whole number. */
    Optional<Integer> whole(int least, int most) {
        return whole((long) least, (long) most).map(Long::intValue);
    }

    /** A whole number. */
    Optional<Long> whole(long least, long most) {
        boolean open = most == Integer.MAX_VALUE || most == Long.MAX_VALUE;
        String range = open ? least + " or more" : least + " to " + most;
        return raw("a whole number, " + range).flatMap(text -> {
            if (!WHOLE.matcher(text).matches()) {
                return wrong(text, "is not a whole number", range);
            }
            long number = Long.parseLong(text);
            return number < least || number > most
                    ? wrong(text, "is out of range", range)
                    : Optional.of(number);
        });
    }

    /** A number that may have digits after a point, zero or more. */
    Optional<BigDecimal> decimal() {
        return raw("a number, 0 or more").flatMap(text -> {
            if (!DECIMAL.matcher(text).matches()) {
                return wrong(text, "is not a number", "0 or more, as in 0.15");
            }
            BigDecimal number = new BigDecimal(text);
            return number.signum() < 0
                    ? wrong(text, "is out of range", "0 or more")
                    : Optional.of(number);
        });
    }

    /** A time with its unit, more than zero. */
    Optional<Duration> duration(Duration most) {
        return raw(DURATIONS).flatMap(text -> {
            Matcher parts = DURATION.matcher(text);
            if (!parts.matches()) {
                boolean number = DECIMAL.matcher(text).matches();
                return wrong(text, number ? "has no unit" : "is not a duration", DURATIONS);
            }
            Duration unit = UNITS.getOrDefault(parts.group(2), Duration.ZERO);
            return inRange(text, unit.multipliedBy(Long.parseLong(parts.group(1))), most);
        });
    }

    private Optional<Duration> inRange(String text, Duration time, Duration most) {
        return time.isZero() || time.compareTo(most) > 0
                ? wrong(text, "is out of range", "more than 0, at most " + most.toHours() + "h")
                : Optional.of(time);
    }

    /** True or false. */
    Optional<Boolean> flag() {
        return raw("true or false")
                .flatMap(text -> text.equals("true") || text.equals("false")
                        ? Optional.of(text.equals("true"))
                        : wrong(text, "is not a switch", "true or false"));
    }

    /** One of those words. */
    <T> Optional<T> choice(String what, Map<String, T> words) {
        return raw(String.join(" or ", words.keySet())).flatMap(text -> {
            T chosen = words.get(text);
            return chosen == null
                    ? wrong(text, "is not " + what, String.join(" or ", words.keySet()))
                    : Optional.of(chosen);
        });
    }

    /** One of those names; what is none is followed by the nearest that is. */
    Optional<String> nameAmong(String what, Collection<String> names) {
        return text().filter(name -> {
            boolean known = names.contains(name);
            if (!known) {
                problem(Shown.value(name) + " is not " + what + " " + Nearest.remedy(name, names));
            }
            return known;
        });
    }

    /** The values of a list; the value of a single one is none. */
    List<Value> items() {
        if (!(node instanceof Items list)) {
            problem((node instanceof Text ? "a single value" : "a mapping")
                    + " (expected a list, as in [a, b])");
            return List.of();
        }
        List<Value> items = new ArrayList<>();
        for (YamlNode item : list.items()) {
            String place = path + "[" + items.size() + "]";
            items.add(new Value(problems, place, item.line(), item));
        }
        return items;
    }

    /** A list of texts. */
    List<String> texts() {
        return items().stream().flatMap(item -> item.text().stream()).toList();
    }

    /** Whether it is a list; it notes nothing. */
    boolean isList() {
        return node instanceof Items;
    }

    /** Whether it is a mapping; it notes nothing. */
    boolean isMapping() {
        return node instanceof Mapping;
    }

    /** Whether it is a mapping; a problem if not. */
    boolean checkMapping() {
        boolean nothing = node instanceof Text text && text.isNothing();
        if (!isMapping()) {
            problem((nothing ? "has no value" : "not a mapping")
                    + " (expected keys and values below it)");
        }
        return isMapping();
    }

    /** A mapping with names of the file's own. */
    Map<String, Value> named() {
        Map<String, Value> values = new LinkedHashMap<>();
        if (!checkMapping() || !(node instanceof Mapping mapping)) {
            return values;
        }
        for (Entry entry : mapping.entries()) {
            Value value = below(entry);
            if (entry.key().isBlank()) {
                value.problem("a name that is empty (expected a word)");
            } else if (values.putIfAbsent(entry.key(), value) != null) {
                value.problem("is there twice (expected once)");
            }
        }
        return values;
    }

    private Value below(Entry entry) {
        String name = Shown.name(entry.key());
        String place = path.isEmpty() ? name : path + "." + name;
        return new Value(problems, place, entry.line(), entry.value());
    }

    /** A mapping with the keys of that section. */
    Section section(String keys) {
        return section(Keys.of(keys));
    }

    /** A mapping with those keys. */
    Section section(List<String> keys) {
        return new Section(this, keys, named());
    }

    /** The same mapping without those keys; anything else stays what it is. */
    Value without(Collection<String> keys) {
        if (!(node instanceof Mapping mapping)) {
            return this;
        }
        List<Entry> rest = mapping.entries().stream()
                .filter(entry -> !keys.contains(entry.key()))
                .toList();
        return new Value(problems, path, line, new Mapping(mapping.line(), rest));
    }

    /** The same as what is tried, or nothing and a problem. */
    <T> Optional<T> guard(Supplier<T> maker) {
        return problems.guard(line, path, maker);
    }

    private <T> Optional<T> wrong(String text, String how, String expected) {
        problem(Shown.value(text) + " " + how + " (expected " + expected + ")");
        return Optional.empty();
    }
}
