/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.internal.config.YamlNode.Entry;
import dev.triune.llm.internal.config.YamlNode.Items;
import dev.triune.llm.internal.config.YamlNode.Mapping;
import dev.triune.llm.internal.config.YamlNode.Text;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A value of the file; methods for another type report a problem and return nothing. */
public final class YamlValue {
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,100}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,12}(\\.[0-9]{1,12})?");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,12})(ms|s|m|h)");
    private static final String DURATIONS = "a duration such as 250ms, 5s, 2m or 1h";
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1));

    private static final Map<String, Boolean> SWITCH =
            words(new Boolean[] {true, false}, String::valueOf);

    private final ConfigProblems problems;
    private final String path;
    private final int line;
    private final YamlNode node;

    YamlValue(ConfigProblems problems, String path, int line, YamlNode node) {
        this.problems = problems;
        this.path = path;
        this.line = line;
        this.node = node;
    }

    String path() {
        return path;
    }

    YamlValue withPath(String place) {
        return new YamlValue(problems, place, line, node);
    }

    public void reportProblem(String text) {
        problems.add(line, path, text);
    }

    /** Adds a problem that begins with the value itself, in quotes. */
    public void reportInvalid(String text) {
        String value = node instanceof Text single ? single.text() : "";
        reportProblem(SafeText.quoted(value) + " " + text);
    }

    /** Returns a message about this value, with file, line and path. */
    public String message(String text) {
        return problem(text).text();
    }

    ConfigProblems.Problem problem(String text) {
        return problems.problem(line, path, text);
    }

    public Optional<String> text() {
        return raw("a text").filter(text -> {
            boolean reference = text.contains("${");
            if (reference) {
                reportProblem(
                        "a reference (expected the value itself: references are read in key, keys,"
                                + " headers, proxy-authorization and the gateway's secrets only)");
            }
            return !reference;
        });
    }

    /** Returns the text, which may only be blank if it is quoted. */
    Optional<String> quotedText() {
        return node instanceof Text text && !text.plain() ? Optional.of(text.text()) : text();
    }

    /** Whether this is a single value of a form; reports no problem. */
    boolean isText(Pattern form) {
        return node instanceof Text text && form.matcher(text.text()).matches();
    }

    public Optional<String> raw(String expected) {
        if (!(node instanceof Text text)) {
            reportProblem((node instanceof Items ? "a list" : "a mapping") + " (expected "
                    + expected + ")");
            return Optional.empty();
        }
        if (text.isNull() || text.text().isBlank()) {
            reportProblem("has no value (expected " + expected + ")");
            return Optional.empty();
        }
        return Optional.of(text.text());
    }

    /** Returns a whole number of 32 bits. */
    Optional<Integer> integer() {
        return integer(Integer.MIN_VALUE, Integer.MAX_VALUE).map(Long::intValue);
    }

    public Optional<Long> integer(long least, long most) {
        boolean open =
                most == Integer.MAX_VALUE || (most == Long.MAX_VALUE && least != Long.MIN_VALUE);
        boolean any = least == Integer.MIN_VALUE; // whoever uses the number judges it
        String bounds = open ? least + " or more" : least + " to " + most;
        String range = any ? "at most " + most : bounds;
        return raw("a whole number" + (any ? "" : ", " + range)).flatMap(text -> {
            if (!INTEGER.matcher(text).matches()) {
                return invalid(text, "is not a whole number", any ? "digits, as in 60" : range);
            }
            Optional<Long> number =
                    parseLong(text).filter(value -> value >= least && value <= most);
            return number.isPresent() ? number : invalid(text, "is out of range", range);
        });
    }

    /** Returns the value of digits; empty if it has more than 64 bits. */
    private static Optional<Long> parseLong(String digits) {
        try {
            return Optional.of(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns a decimal number, 0 or more. */
    public Optional<BigDecimal> decimal() {
        return number().filter(number -> {
            if (number.signum() < 0) {
                reportInvalid("is out of range (expected 0 or more)");
            }
            return number.signum() >= 0;
        });
    }

    /** Returns a decimal number. */
    Optional<BigDecimal> number() {
        return raw("a number, 0 or more")
                .flatMap(text -> DECIMAL.matcher(text).matches()
                        ? Optional.of(new BigDecimal(text))
                        : invalid(text, "is not a number", "0 or more, as in 0.15"));
    }

    /** Returns a duration with a unit, more than zero. */
    public Optional<Duration> duration(Duration most) {
        return duration().filter(time -> {
            boolean inRange = !time.isZero() && time.compareTo(most) <= 0;
            if (!inRange) {
                reportInvalid(
                        "is out of range (expected more than 0, at most " + most.toHours() + "h)");
            }
            return inRange;
        });
    }

    /** Returns a duration with a unit, 0 or more. */
    Optional<Duration> duration() {
        return raw(DURATIONS).flatMap(text -> {
            Matcher parts = DURATION.matcher(text);
            if (!parts.matches()) {
                boolean number = DECIMAL.matcher(text).matches();
                return invalid(text, number ? "has no unit" : "is not a duration", DURATIONS);
            }
            Duration unit = UNITS.getOrDefault(parts.group(2), Duration.ZERO);
            return Optional.of(unit.multipliedBy(Long.parseLong(parts.group(1))));
        });
    }

    public Optional<Boolean> flag() {
        return choice("a switch", SWITCH);
    }

    static <T> Map<String, T> words(T[] constants, Function<T, String> label) {
        Map<String, T> words = new LinkedHashMap<>();
        for (T constant : constants) {
            words.put(label.apply(constant), constant);
        }
        return Collections.unmodifiableMap(words);
    }

    public <T> Optional<T> choice(String what, Map<String, T> words) {
        return raw(String.join(" or ", words.keySet())).flatMap(text -> {
            T chosen = words.get(text);
            return chosen == null
                    ? invalid(text, "is not " + what, String.join(" or ", words.keySet()))
                    : Optional.of(chosen);
        });
    }

    /** Returns one of these names; the problem for another one suggests the nearest. */
    Optional<String> oneOf(String what, Collection<String> names) {
        return text().filter(name -> {
            boolean known = names.contains(name);
            if (!known) {
                reportProblem(SafeText.quoted(name) + " is not " + what + " "
                        + KeySuggester.suggestion(name, names));
            }
            return known;
        });
    }

    /** Returns the values of a list; none, and a problem, if it is not a list. */
    List<YamlValue> items() {
        if (!(node instanceof Items list)) {
            reportProblem((node instanceof Text ? "a single value" : "a mapping")
                    + " (expected a list, as in [a, b])");
            return List.of();
        }
        List<YamlValue> items = new ArrayList<>();
        for (YamlNode item : list.items()) {
            String place = path + "[" + items.size() + "]";
            items.add(new YamlValue(problems, place, item.line(), item));
        }
        return items;
    }

    public List<String> texts() {
        return items().stream().flatMap(item -> item.text().stream()).toList();
    }

    /** Returns a mapping as plain values: unquoted numbers and booleans, lists, mappings, texts. */
    Optional<Map<String, Object>> plainMap() {
        Map<String, Object> plain = new LinkedHashMap<>();
        entries().forEach((name, value) -> plain.put(name, value.plain()));
        return isMapping() ? Optional.of(plain) : Optional.empty();
    }

    private Object plain() {
        if (isMapping()) {
            return plainMap().orElseThrow();
        }
        if (isList()) {
            return items().stream().map(YamlValue::plain).toList();
        }
        if (node instanceof Text value && !value.plain()) {
            return value.text();
        }
        String text = raw("a value").orElse("");
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        Optional<Long> number =
                INTEGER.matcher(text).matches() ? parseLong(text) : Optional.empty();
        if (number.isPresent()) {
            return number.get();
        }
        return DECIMAL.matcher(text).matches() ? (Object) Double.parseDouble(text) : text;
    }

    /** Whether this is a list; reports no problem. */
    public boolean isList() {
        return node instanceof Items;
    }

    /** Whether this is a mapping; reports no problem. */
    public boolean isMapping() {
        return node instanceof Mapping;
    }

    /** Whether this is a mapping; reports a problem if not. */
    public boolean checkMapping() {
        boolean isNullText = node instanceof Text text && text.isNull();
        if (!isMapping()) {
            reportProblem((isNullText ? "has no value" : "not a mapping")
                    + " (expected keys and values below it)");
        }
        return isMapping();
    }

    /** Returns the entries of a mapping with arbitrary names. */
    public Map<String, YamlValue> entries() {
        Map<String, YamlValue> values = new LinkedHashMap<>();
        if (!checkMapping() || !(node instanceof Mapping mapping)) {
            return values;
        }
        for (Entry entry : mapping.entries()) {
            YamlValue value = child(entry);
            if (entry.key().isBlank()) {
                value.reportProblem("a name that is empty (expected a word)");
            } else if (values.putIfAbsent(entry.key(), value) != null) {
                value.reportProblem("is there twice (remove one of the two)");
            }
        }
        return values;
    }

    private YamlValue child(Entry entry) {
        String name = SafeText.truncate(entry.key());
        String place = path.isEmpty() ? name : path + "." + name;
        return new YamlValue(problems, place, entry.line(), entry.value());
    }

    public YamlSection section() {
        YamlSection section = new YamlSection(this);
        problems.addCheck(section::unknownKeys);
        return section;
    }

    /** Returns an empty mapping for a key that the file lacks. */
    YamlValue emptyMapping(String key) {
        return child(new Entry(line, key, new Mapping(line, List.of())));
    }

    void throwIfInvalid() {
        problems.throwIfAny();
    }

    /** Returns the result of the attempt; if it throws, reports a problem and returns empty. */
    <T> Optional<T> attempt(Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalArgumentException | IllegalStateException refused) {
            reportProblem(String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }

    /** Changes settings by this value; see {@link YamlSection#with}. */
    <S, T> S change(S settings, Function<YamlValue, Optional<T>> form, BiFunction<S, T, S> change) {
        return form.apply(this)
                .flatMap(read -> attempt(() -> change.apply(settings, read)))
                .orElse(settings);
    }

    private <T> Optional<T> invalid(String text, String how, String expected) {
        reportProblem(SafeText.quoted(text) + " " + how + " (expected " + expected + ")");
        return Optional.empty();
    }
}
