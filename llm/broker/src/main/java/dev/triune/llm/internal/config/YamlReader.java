/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.internal.config.YamlNode.Entry;
import dev.triune.llm.internal.config.YamlNode.Items;
import dev.triune.llm.internal.config.YamlNode.Mapping;
import dev.triune.llm.internal.config.YamlNode.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.Event.ID;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Parses one plain YAML document into nodes with lines: without anchors, tags and aliases (a small
 * file could expand to a huge tree). As YAML reads the brace of <code>{key: ${NAME}}</code> as a
 * mapping, braces of references are replaced while parsing.
 */
final class YamlReader {
    static final int MAX_CHARACTERS = 1 << 20;
    static final int MAX_NESTING = 20;
    private static final char OPEN = '\uE000';
    private static final char CLOSE = '\uE001';
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^{}\"'\\r\\n]*)\\}");
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setCodePointLimit(MAX_CHARACTERS + 1)
            .setUseMarks(true)
            .build();

    private final ConfigProblems problems;
    private final Iterator<Event> events;

    private YamlReader(String yaml, ConfigProblems problems) {
        this.problems = problems;
        this.events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, yaml));
    }

    /** Reads a document; if it is invalid, throws ConfigException with all problems so far. */
    static YamlNode read(String yaml, ConfigProblems problems) {
        checkCharacters(yaml, problems);
        problems.throwIfAny();
        String safe = REFERENCE.matcher(yaml).replaceAll("\\$" + OPEN + "$1" + CLOSE);
        try {
            return new YamlReader(safe, problems).document();
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(YamlReader::line).orElse(1);
            throw problems.fatal(line, "not YAML: " + describe(e));
        } catch (YamlEngineException e) {
            throw problems.fatal(1, "not YAML that can be read");
        }
    }

    private static void checkCharacters(String yaml, ConfigProblems problems) {
        if (yaml.length() > MAX_CHARACTERS) {
            throw problems.fatal(1, "more than 1 MB (expected a configuration of a few pages)");
        }
        int line = 0;
        for (String text : yaml.split("\r\n|\r|\n", -1)) {
            line++;
            if (text.stripLeading().length() < text.length()
                    && text.substring(0, text.length() - text.stripLeading().length())
                            .contains("\t")) {
                problems.add(line, "", "a tab in the indentation (expected spaces)");
            }
            if (!text.codePoints().allMatch(StreamReader::isPrintable)) {
                problems.add(line, "", "a control character (expected text only)");
            }
        }
    }

    private YamlNode document() {
        next();
        if (next().getEventId() == ID.StreamEnd) {
            throw problems.fatal(1, "empty (expected providers: and at least one below it)");
        }
        YamlNode root = node(next(), 1);
        next();
        Event end = next();
        if (end.getEventId() != ID.StreamEnd) {
            throw problems.fatal(line(end), "a second document (expected one)");
        }
        return root;
    }

    private YamlNode node(Event event, int depth) {
        if (depth > MAX_NESTING) {
            throw problems.fatal(line(event), "nested more than " + MAX_NESTING + " deep");
        }
        if (event instanceof ScalarEvent scalar) {
            rejectIf(scalar.getAnchor().isPresent(), "an anchor", event);
            rejectIf(scalar.getTag().isPresent(), "a tag", event);
            return new Text(line(event), restoreBraces(scalar.getValue()), scalar.isPlain());
        }
        if (event instanceof CollectionStartEvent start) {
            rejectIf(start.getAnchor().isPresent(), "an anchor", event);
            rejectIf(start.getTag().isPresent(), "a tag", event);
            boolean list = event.getEventId() == ID.SequenceStart;
            return list ? items(event, depth) : mapping(event, depth);
        }
        throw problems.fatal(line(event), "an alias (expected the value itself)");
    }

    private void rejectIf(boolean present, String what, Event event) {
        if (present) {
            throw problems.fatal(line(event), what + " (expected the value alone)");
        }
    }

    private YamlNode items(Event start, int depth) {
        List<YamlNode> items = new ArrayList<>();
        for (Event event = next(); event.getEventId() != ID.SequenceEnd; event = next()) {
            items.add(node(event, depth + 1));
        }
        return new Items(line(start), items);
    }

    private YamlNode mapping(Event start, int depth) {
        List<Entry> entries = new ArrayList<>();
        for (Event event = next(); event.getEventId() != ID.MappingEnd; event = next()) {
            if (!(node(event, depth + 1) instanceof Text key)) {
                throw problems.fatal(line(event), "a list or mapping as a key (expected a word)");
            }
            entries.add(new Entry(key.line(), key.text(), node(next(), depth + 1)));
        }
        return new Mapping(line(start), entries);
    }

    private Event next() {
        return events.next();
    }

    private static String restoreBraces(String text) {
        return text.replace(OPEN, '{').replace(CLOSE, '}');
    }

    /** Returns the parser's message, unless it quotes a name of the file, which may be a key. */
    private static String describe(MarkedYamlEngineException e) {
        String problem = String.valueOf(e.getProblem());
        return problem.contains("tag handle") ? "a tag that is not declared" : problem;
    }

    private static int line(Event event) {
        return event.getStartMark().map(YamlReader::line).orElse(1);
    }

    private static int line(Mark mark) {
        return mark.getLine() + 1;
    }
}
