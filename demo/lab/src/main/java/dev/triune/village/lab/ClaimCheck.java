/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.village.people.Fact;
import dev.triune.village.world.Building;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what a spoken line claims, and compares it with what its speaker knows. It reads the words
 * alone and shares nothing with the rules that write them. Words are matched, not understood: what
 * it does not recognize claims nothing.
 *
 * <pre>
 * line        quotes out, each against what the other said
 *  sentence   news and agreements, in questions too
 *             deeds and failures  \
 *             others' deeds        } each takes its words out, so that nothing is claimed twice
 *             plans               /
 *             stock, fire, storm, buildings, needs: what is left, against what is seen
 * </pre>
 */
final class ClaimCheck {
    private static final Map<String, Set<String>> DEEDS = verbs(true);
    private static final Map<String, Set<String>> ATTEMPTS = verbs(false);
    private static final String ALREADY =
            "(?:(?:have|had|just|already|only|also|then|even|myself|twice|'ve) )*";
    private static final Pattern DEED =
            Pattern.compile("(?:\\bi " + ALREADY + "|(?:,| and| then)+ (?:i )?" + ALREADY + ")("
                    + alternatives(DEEDS.keySet()) + ")\\b(.*?)"
                    + "(?=(?:,| and| then)+ (?:i )?" + ALREADY + "(?:"
                    + alternatives(DEEDS.keySet()) + ")\\b|[.!?;]|:(?!\\d)|$)");
    private static final Pattern FIRST_PERSON =
            Pattern.compile("\\bi " + ALREADY + "(?:" + alternatives(DEEDS.keySet()) + ")\\b");
    private static final Pattern FAILURE = Pattern.compile(
            "\\bi (?:could not|couldn't|failed to|tried to|did not manage to|wanted to) ("
                    + alternatives(ATTEMPTS.keySet()) + ")\\b((?:[^.!?;:]|:(?=\\d))*)");
    private static final Pattern INTENT = Pattern.compile("\\bi (?:am off|go|fetch|get|bring|carry"
            + "|cut|break|pick|draw|bake|need|am going|am on my way|shall|will|'ll)\\b([^.!?;:]*)");
    private static final String THING = "(wood|stone|berries|grain|water|bread|tools?)";
    private static final Pattern FIGURE = Pattern.compile("(\\d+) " + THING + "\\b");
    private static final Pattern FIGURE_AFTER =
            Pattern.compile("\\b" + THING + "(?::| is at| is down to| are down to| at)? (\\d+)\\b");
    private static final Pattern LACK = Pattern.compile(
            "\\b(short of|low on|in need of|out of|no|little|hardly any|too little) " + THING
                    + "\\b(?! fire)");
    private static final Pattern FIRE = Pattern.compile(
            "\\bfire (?:at the square )?(?:is|burns|has burnt|has gone|went) (?:as good as )?"
                    + "(out|low|down|well)\\b");
    private static final Pattern STORM = Pattern.compile(
            "\\bstorm\\b[^.!?;]*?\\b(?:comes|coming|near|on its way|begins|breaks|due|rages)\\b"
                    + "[^.!?;]*");
    private static final Pattern TIME = Pattern.compile("\\b(\\d{1,2}):(\\d{2})\\b");
    private static final Pattern DAY_NAMED = Pattern.compile("\\bday (\\d{1,4})\\b");
    private static final Pattern NUMBER = Pattern.compile("\\b(\\d+)\\b(?!:)");
    private static final Pattern NEXT =
            Pattern.compile("\\b(?:next|now|then) i (" + alternatives(ATTEMPTS.keySet()) + ")\\b");
    private static final Pattern PERCENT = Pattern.compile("(\\d+) ?(?:%|percent|per cent)");
    private static final Pattern AGREED = Pattern.compile(
            "\\b(promised|promise|owe|owed|my word|your word|agreed|asked me for|said you would)\\b");
    private static final Pattern NEED = Pattern.compile(
            "\\bi am (?:so |very )?(hungry|starving|cold|freezing|tired|ill|hurt|well|fine)\\b");
    private static final Pattern QUOTE = Pattern.compile("\"([^\"]{4,})\"");
    private static final Pattern CARRIED = Pattern.compile("\\bi carry (\\d|no )|with me\\b");
    private static final Pattern LONG_AGO = Pattern.compile(
            "when i was your age|in the old days|years ago|we were young|last year");
    private static final int DAY = Calendar.TICKS_PER_DAY;
    private static final int TOLERANCE = Calendar.TICKS_PER_HOUR / 4;
    private static final int LOW_FUEL = 4 * Campfire.TICKS_PER_WOOD;
    private static final int LITTLE = 24;

    /** What a claim is about. */
    enum Kind {
        DEED,
        STOCK,
        FIRE,
        STORM,
        BUILDING,
        NEWS,
        AGREEMENT,
        PERSON,
        NEED,
        PLAN
    }

    /**
     * A claim.
     *
     * @param holds whether the speaker knows that it is so; otherwise it contradicts what it knows
     * @param particular whether it names an event, a person with an event, a place with one, a figure
     *     or an agreement
     */
    record Claim(Kind kind, boolean holds, boolean particular, String words) {}

    private final SpeakerView who;
    private final List<Claim> claims = new ArrayList<>();

    private ClaimCheck(SpeakerView who) {
        this.who = who;
    }

    /** Returns the claims of a line. */
    static List<Claim> claims(String text, SpeakerView who) {
        ClaimCheck check = new ClaimCheck(who);
        String line = text.replace('\u2019', '\'').strip();
        String unquoted = check.quotes(line);
        for (String sentence : unquoted.split("(?<=[.!?;])\\s+", 20)) {
            check.sentence(sentence);
        }
        return check.claims;
    }

    private void sentence(String words) {
        String said = words.toLowerCase(Locale.ROOT);
        if (LONG_AGO.matcher(said).find()) {
            return; // nobody can tell
        }
        boolean question = said.endsWith("?");
        news(said, question);
        agreements(said, question);
        String rest = question || NEXT.matcher(said).find() ? said : people(deeds(said));
        if (!question) {
            rest = plans(rest);
            stock(rest);
            village(rest);
            needs(rest);
        }
    }

    private void add(Kind kind, boolean holds, boolean particular, String words) {
        claims.add(new Claim(kind, holds, particular, words.strip()));
    }

    // ---- what the speaker did

    /** Adds what the speaker says that it did or failed to do; returns the rest of the sentence. */
    private String deeds(String said) {
        Matcher failed = FAILURE.matcher(said);
        String left = said;
        while (failed.find()) {
            Set<String> types = ATTEMPTS.getOrDefault(failed.group(1), Set.of());
            add(
                    Kind.DEED,
                    isDone(types, failed.group(2), kind -> kind == Deed.Kind.FAILED),
                    true,
                    failed.group());
            left = left.replace(failed.group(), " ");
        }
        if (!FIRST_PERSON.matcher(left).find()) {
            return left;
        }
        Matcher deed = DEED.matcher(left);
        String rest = left;
        while (deed.find()) {
            Set<String> types = DEEDS.getOrDefault(deed.group(1), Set.of());
            boolean done = isDone(
                    types,
                    deed.group(2),
                    kind -> kind == Deed.Kind.DONE || kind == Deed.Kind.REFLEX);
            boolean met = types.contains("talk") && hasMet(deed.group(2));
            boolean doing = deed.group().matches("i cut( \\d+)? wood\\b.*") // also the present
                    && places(deed.group(2)).findAny().isEmpty()
                    && isPlanned("gather wood", deed.group(2));
            add(
                    doing && !done ? Kind.PLAN : Kind.DEED,
                    done || met || doing,
                    done || met,
                    deed.group());
            rest = rest.replace(deed.group(), " ");
        }
        return rest;
    }

    private boolean isDone(Set<String> types, String details, Predicate<Deed.Kind> kinds) {
        return who.life().deeds().stream()
                .filter(deed -> kinds.test(deed.kind) && who.tick() - deed.until <= DAY)
                .filter(deed -> types.contains(deed.step.type()))
                .anyMatch(deed -> fits(deed, details));
    }

    /** Returns whether all that is said of a deed is so: thing, number, person, place and time. */
    private boolean fits(Deed deed, String details) {
        String step = deed.step.toString().toLowerCase(Locale.ROOT);
        String type = deed.step.type();
        Matcher thing = Pattern.compile("\\b" + THING + "\\b").matcher(details);
        if (thing.find()
                && Set.of("gather", "withdraw", "give", "trade").contains(type)
                && !step.contains(thing.group(1).replaceAll("s$", ""))
                && !step.contains(thing.group(1))) {
            return false;
        }
        Matcher number = NUMBER.matcher(TIME.matcher(details).replaceAll(" "));
        if (number.find() && !step.matches(".*\\b" + number.group(1) + "\\b.*")) {
            Matcher sum = NUMBER.matcher(step);
            boolean times = details.contains(number.group(1) + " times")
                    && deed.times == Integer.parseInt(number.group(1));
            boolean part = deed.times > 1 // others of its kind were added since
                    && sum.find()
                    && Integer.parseInt(number.group(1)) < Integer.parseInt(sum.group(1));
            if (!times && !part) {
                return false;
            }
        }
        for (String person : who.people()) {
            boolean named = hasWord(details, person) && !who.partners().contains(person);
            if (named && !hasWord(step, person)) {
                return false;
            }
        }
        return places(details)
                        .allMatch(place -> step.contains(place)
                                || deed.place.toLowerCase(Locale.ROOT).contains(place)
                                || (place.equals("storehouse") && type.equals("withdraw"))
                                || (place.equals("storehouse") && type.equals("deposit")))
                && Stream.of(Building.labels())
                        .filter(building -> type.equals("plan_build"))
                        .filter(building ->
                                details.matches("(?: on)? (?:the|a) " + building + "\\b.*"))
                        .allMatch(building -> hasWord(step, building))
                && isAt(details, deed.from, deed.until);
    }

    private boolean isPlanned(String step, String details) {
        Matcher number = NUMBER.matcher(TIME.matcher(details).replaceAll("?"));
        String planned = step + (number.find() ? " " + number.group(1) : "");
        return !TIME.matcher(details).find()
                && who.life().plan().stream().anyMatch(each -> each.startsWith(planned));
    }

    private static Stream<String> places(String details) {
        return Stream.concat(Stream.of(Place.values()).map(Place::label), Stream.of("home"))
                .filter(place -> details.matches(
                        ".*\\b(?:at|in|to|from|near|by) (?:the )?" + place + "\\b.*"));
    }

    private boolean isAt(String details, long from, long until) {
        Matcher time = TIME.matcher(details);
        if (!time.find()) {
            return true;
        }
        long minutes = Integer.parseInt(time.group(1)) * 60L + Integer.parseInt(time.group(2));
        Matcher named = DAY_NAMED.matcher(details);
        long today = Calendar.day(who.tick());
        long only = named.find() ? Integer.parseInt(named.group(1)) : 0;
        for (long day = only > 0 ? only : today - 1; day <= (only > 0 ? only : today); day++) {
            long tick = (day - 1) * DAY + (minutes - 6 * 60) * Calendar.TICKS_PER_HOUR / 60;
            if (tick >= from - TOLERANCE && tick <= until + TOLERANCE) {
                return true;
            }
        }
        return false;
    }

    private boolean hasMet(String details) {
        return who.life().met().stream()
                .filter(met -> who.tick() - met.talkedAt <= DAY)
                .anyMatch(met -> hasWord(details, met.name));
    }

    // ---- other people

    /** Checks what is quoted, and who is said to have said or done something. */
    private String quotes(String line) {
        Matcher quote = QUOTE.matcher(line);
        while (quote.find()) {
            String words = quote.group(1).replaceAll("[.,!?…]+$", "");
            String before = line.substring(0, quote.start());
            boolean said = who.life().met().stream()
                    .filter(met -> hasWord(before.toLowerCase(Locale.ROOT), met.name)
                            || (before.contains("ou ") && who.partners().contains(met.name)))
                    .flatMap(met -> met.lines.stream())
                    .anyMatch(other -> !other.own && other.text.contains(words));
            add(Kind.PERSON, said, true, quote.group());
        }
        return quote.reset().replaceAll(" ");
    }

    /** Adds what the sentence says of others by name; returns the rest. */
    private String people(String rest) {
        for (String person : who.people()) {
            Matcher deed = Pattern.compile("\\b" + person.toLowerCase(Locale.ROOT) + " " + ALREADY
                            + "(" + alternatives(DEEDS.keySet()) + ")\\b([^.!?;,]*)")
                    .matcher(rest);
            if (!person.equals(who.name()) && deed.find()) {
                String verb = deed.group(1);
                boolean known = who.life().episodes().stream()
                        .anyMatch(episode -> hasWord(episode.text.toLowerCase(Locale.ROOT), person)
                                && hasWord(episode.text.toLowerCase(Locale.ROOT), verb));
                boolean event = who.life().deeds().stream()
                        .anyMatch(each -> hasWord(each.note.toLowerCase(Locale.ROOT), person)
                                && hasWord(each.note.toLowerCase(Locale.ROOT), verb));
                add(Kind.PERSON, known || event, true, deed.group());
            }
        }
        return rest;
    }

    private void news(String said, boolean question) {
        for (Fact fact : who.facts()) {
            if (!fact.isMentionedIn(said)) {
                continue;
            }
            boolean heard = who.heard().stream().anyMatch(fact::isMentionedIn);
            boolean known =
                    who.life().episodes().stream().anyMatch(each -> each.kind.equals(fact.kind()));
            Matcher source = Pattern.compile(
                            "\\b(" + alternatives(who.people()) + ")"
                                    + " (?:told|says|said|tells|will have|has it)|\\bfrom ("
                                    + alternatives(who.people()) + ")\\b",
                            Pattern.CASE_INSENSITIVE)
                    .matcher(said);
            if (source.find()) {
                String from = source.group(1) == null ? source.group(2) : source.group(1);
                add(
                        Kind.NEWS,
                        who.life().episodes().stream()
                                .anyMatch(each -> each.kind.equals(fact.kind())
                                        && each.source.equalsIgnoreCase(from)),
                        true,
                        said);
            } else if (!question || known) {
                add(Kind.NEWS, known || heard, known, said);
            }
        }
    }

    private void agreements(String said, boolean question) {
        Matcher agreed = AGREED.matcher(said);
        if (!agreed.find()) {
            return;
        }
        List<String> others = who.people().stream()
                .filter(person -> hasWord(said, person))
                .filter(person -> !person.equals(who.name()))
                .toList();
        List<String> with = others.isEmpty() ? who.partners() : others;
        boolean own = said.matches(
                ".*\\b(i promised|my word|i owe (?!a favour|thanks)|i agreed|asked me for)\\b.*");
        boolean theirs =
                said.matches(".*\\b(you promised|promised me|your word|you owe|said you would|"
                        + "(" + alternatives(who.people()) + ") (promised|owes))\\b.*");
        if (!own && !theirs) {
            return; // a promise of now, such as "I promise"
        }
        boolean done = said.matches(".*\\b(kept|done|did)\\b.*")
                && !said.matches(".*\\b(not|yet|still|have you|did you)\\b.*");
        boolean known = who.life().agreements().stream()
                .filter(each -> with.contains(each.with) && each.own == own)
                .anyMatch(each -> !done || each.state == Agreement.State.DONE);
        if (!question || known) {
            add(Kind.AGREEMENT, known, known, said);
        }
    }

    // ---- what is to come

    private String plans(String said) {
        Matcher next = NEXT.matcher(said);
        if (next.find()) {
            Set<String> types = ATTEMPTS.getOrDefault(next.group(1), Set.of());
            add(
                    Kind.PLAN,
                    who.life().plan().stream()
                            .anyMatch(step -> types.contains(step.replaceAll(" .*", ""))),
                    false,
                    next.group());
            return said;
        }
        Matcher intent = INTENT.matcher(said);
        String rest = said;
        while (intent.find()) {
            Matcher thing = Pattern.compile("\\b" + THING + "\\b").matcher(intent.group());
            if (thing.find()) {
                String what = thing.group(1).replaceAll("s$", "");
                boolean planned = who.life().plan().stream()
                        .anyMatch(step -> step.contains(what)
                                || (what.equals("bread") && step.startsWith("cook"))
                                || (what.equals("grain") && step.startsWith("harvest"))
                                || (what.equals("wood") && step.startsWith("deposit fire")));
                Matcher promised = Pattern.compile("\\b(you|your|us)\\b").matcher(intent.group());
                boolean later = promised.find();
                add(Kind.PLAN, planned || later, false, intent.group());
                rest = rest.replace(intent.group(), " ");
            }
        }
        return rest;
    }

    // ---- the village

    private void stock(String said) {
        Matcher figure = FIGURE.matcher(said);
        while (figure.find()) {
            stock(said, figure.group(2), Integer.parseInt(figure.group(1)), figure.group());
        }
        Matcher after = FIGURE_AFTER.matcher(figure.replaceAll(" "));
        while (after.find()) {
            stock(said, after.group(1), Integer.parseInt(after.group(2)), after.group());
        }
        Matcher lack = LACK.matcher(said);
        while (lack.find()) {
            Resource thing = resource(lack.group(2));
            int most = Set.of("out of", "no").contains(lack.group(1)) ? 0 : LITTLE;
            boolean carried = CARRIED.matcher(said).find();
            boolean holds = carried
                    ? who.self().carried().getOrDefault(thing, 0) <= most
                    : who.village().stored().stream()
                            .anyMatch(stored -> stored.getOrDefault(thing, 0) <= most);
            add(Kind.STOCK, holds, false, lack.group());
        }
    }

    private void stock(String said, String name, int amount, String words) {
        if (said.matches(".*\\b(takes?|costs?|needs?|cost|i'll|i will)\\b.*")) {
            return; // a price, or a promise
        }
        Resource thing = resource(name);
        boolean carried = CARRIED.matcher(said).find();
        boolean holds = carried
                ? who.self().carried().getOrDefault(thing, 0) == amount
                : who.village().stored().stream()
                        .anyMatch(stored -> stored.getOrDefault(thing, 0) == amount);
        add(Kind.STOCK, holds, true, words);
    }

    private static Resource resource(String name) {
        return name.startsWith("tool") ? Resource.TOOL : Resource.named(name);
    }

    private void village(String said) {
        Matcher fire = FIRE.matcher(said);
        while (fire.find()) {
            String state = fire.group(1);
            boolean holds = who.village().fuel().stream().anyMatch(fuel -> switch (state) {
                case "out" -> fuel < (fire.group().contains("as good") ? LOW_FUEL : 1);
                case "well" -> fuel >= LOW_FUEL;
                default -> fuel < LOW_FUEL;
            });
            add(Kind.FIRE, holds, true, fire.group());
        }
        Matcher storm = STORM.matcher(said);
        if (storm.find()) {
            long begins = who.village().stormBegins();
            boolean holds = storm.group().contains("rages")
                    ? who.village().storm()
                    : begins >= 0
                            && isAt(
                                    storm.group(),
                                    begins - 3L * TOLERANCE,
                                    begins + 3L * TOLERANCE);
            add(Kind.STORM, holds, true, storm.group());
        }
        for (Building building : Building.values()) {
            building(building, said);
        }
    }

    private void building(Building building, String said) {
        String name = building.label();
        if (!hasWord(said, name)) {
            return;
        }
        int built = who.village().built().getOrDefault(building, 0);
        Set<Integer> begun = who.village().begun().getOrDefault(building, Set.of());
        Matcher percent = PERCENT.matcher(said);
        if (percent.find()) {
            int claimed = Integer.parseInt(percent.group(1));
            boolean holds = begun.stream().anyMatch(done -> Math.abs(done - claimed) <= 3);
            add(Kind.BUILDING, holds, true, percent.group());
        } else if (said.matches(".*\\b" + name + " (stands|is finished|is built|is up)\\b.*")) {
            add(Kind.BUILDING, built > 0, true, said);
        } else if (said.matches(".*\\b(no|without a) " + name + "\\b.*")) {
            add(Kind.BUILDING, built == 0, true, said);
        } else if (said.matches(".*\\b(raise|build|get) (a|the) (new )?" + name + "\\b.*")) {
            boolean planned = who.life().plan().contains("plan_build " + name);
            add(Kind.PLAN, planned || !begun.isEmpty(), false, said);
        }
    }

    private void needs(String said) {
        Matcher need = NEED.matcher(said);
        while (need.find()) {
            boolean holds = switch (need.group(1)) {
                case "hungry", "starving" -> who.self().hunger() < 0.5f;
                case "cold", "freezing" -> who.self().warmth() < 0.5f;
                case "tired" -> who.self().energy() < 0.6f;
                case "ill" -> who.self().ill();
                case "well", "fine" -> !who.self().ill() && who.self().hunger() > 0.3f;
                default -> who.self().health() < 0.95f;
            };
            add(Kind.NEED, holds, false, need.group());
        }
    }

    // ---- words

    private static boolean hasWord(String text, String word) {
        return Pattern.compile("\\b" + Pattern.quote(word.toLowerCase(Locale.ROOT)) + "\\b")
                .matcher(text.toLowerCase(Locale.ROOT))
                .find();
    }

    private static String alternatives(Iterable<String> words) {
        List<String> all = new ArrayList<>();
        words.forEach(word -> all.add(Pattern.quote(word)));
        if (all.isEmpty()) {
            return "(?!)"; // which nothing matches
        }
        return all.stream()
                .sorted((one, other) -> other.length() - one.length())
                .collect(Collectors.joining("|"));
    }

    /** Returns the verbs of deeds with the steps and reflexes that they may name. */
    private static Map<String, Set<String>> verbs(boolean past) {
        Map<String, Set<String>> verbs = new LinkedHashMap<>();
        String[] table = {
            "cut cut gather",
            "felled fell gather",
            "chopped chop gather",
            "broke break gather",
            "picked pick gather",
            "drew draw gather",
            "gathered gather gather",
            "fetched fetch gather,withdraw",
            "brought bring deposit,give,withdraw",
            "carried carry deposit,give,withdraw",
            "stored store deposit",
            "fed feed deposit",
            "took take withdraw",
            "baked bake cook",
            "sowed sow plant",
            "planted plant plant",
            "reaped reap harvest",
            "harvested harvest harvest",
            "built build plan_build",
            "repaired repair plan_build",
            "made make make_tool",
            "gave give give",
            "traded trade trade",
            "helped help help",
            "followed follow follow",
            "walked walk follow,go_to",
            "went go go_to",
            "rested rest rest",
            "talked talk talk",
            "spoke speak talk",
            "ran run flee_danger",
            "fled flee flee_danger",
            "ate eat seek_food",
            "drank drink drink",
            "warmed warm seek_warmth",
            "slept sleep seek_sleep",
            "strolled stroll wander"
        };
        for (String row : table) {
            String[] words = row.split(" ", 3);
            verbs.put(words[past ? 0 : 1], Set.of(words[2].split(",", -1)));
        }
        return verbs;
    }
}
