/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.internal.text.PromptText;
import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in a template of the game, such as a translation, which may change at run time: it is looked
 * at on the game thread, and filled in later, on any.
 */
final class TemplatePromptBuilder implements PromptBuilder {
    private static final Logger LOG = Logger.getLogger(PromptBuilder.class.getName());
    private static final Pattern TAG = Pattern.compile("\\{\\{([#/]?)\\s*([^{}]*?)\\s*}}\n?");
    private static final Pattern UNCLOSED = Pattern.compile("\\{\\{[^{}\n]*");
    private static final Pattern DIVIDER = Pattern.compile("(?m)^---[ \t]*\n");
    private static final String AGREEMENTS = "agreements";
    private static final int NAME_LIMIT = 60;
    private static final int TEXT_LIMIT = 500;

    /** Placeholders for lists, from which a budget may omit lines. */
    private static final Map<String, Function<SectionFactory, PromptSection>> LISTS =
            new LinkedHashMap<>();

    /** Placeholders for single values. */
    private static final Map<String, BiFunction<TemplatePromptBuilder, AgentSnapshot, String>>
            VALUES = new LinkedHashMap<>();

    static {
        LISTS.put("goals", SectionFactory::goals);
        LISTS.put("priorities", SectionFactory::priorities);
        LISTS.put("options", SectionFactory::options);
        LISTS.put("relations", SectionFactory::people);
        LISTS.put(AGREEMENTS, of -> of.agreements(false));
        LISTS.put("deeds", of -> of.deeds(LayerPromptBuilder.DEEDS));
        LISTS.put("memories", SectionFactory::memories);
        LISTS.put("steps", SectionFactory::steps);
        LISTS.put("ahead", SectionFactory::ahead);
        LISTS.put("facts", SectionFactory::facts);
        LISTS.put("heard", SectionFactory::speech);
        LISTS.put("conversation", of -> of.talk(PromptSection.LINES));
        LISTS.put("earlier", of -> of.earlierTalk(PromptSection.LINES));
        LISTS.put("troubles", SectionFactory::troubles);
        VALUES.put("name", (self, agent) -> PromptText.name(agent.person().name(), NAME_LIMIT));
        VALUES.put("persona", (self, agent) -> line(agent.person().description()));
        VALUES.put("skills", (self, agent) -> row(agent.person().skills()));
        VALUES.put("nearby", (self, agent) -> row(agent.surroundings().nearby()));
        VALUES.put("moment", (self, agent) -> line(agent.surroundings().moment()));
        VALUES.put("doing", (self, agent) -> line(agent.planState().doing()));
        VALUES.put("place", (self, agent) -> line(agent.surroundings().place()));
        VALUES.put("reason", (self, agent) -> line(agent.planState().reason()));
        VALUES.put("waiting", (self, agent) -> line(agent.planState().heldUpBy()));
        VALUES.put("fed", (self, agent) -> percent(agent.vitals().hunger()));
        VALUES.put(
                "answers",
                (self, agent) -> agent.addressers().isEmpty()
                        ? ""
                        : PromptText.name(agent.addressers().get(0), NAME_LIMIT));
        VALUES.put("rested", (self, agent) -> percent(agent.vitals().energy()));
        VALUES.put("warm", (self, agent) -> percent(agent.vitals().temperature()));
        VALUES.put("healthy", (self, agent) -> percent(agent.vitals().health()));
        VALUES.put("instructions", (self, agent) -> self.catalog.instructions(self.form));
        VALUES.put("actions", (self, agent) -> self.catalog.help(self.form));
        VALUES.put("example", (self, agent) -> self.catalog.example(self.form));
    }

    /** A tag with the name of its placeholder, or the text before one. */
    private record Node(Kind kind, String text) {}

    private enum Kind {
        TEXT,
        VALUE,
        BLOCK_START,
        BLOCK_END
    }

    private record Template(String source, List<Node> system, List<Node> user) {}

    private final String file;
    private final Supplier<String> text;
    private final ActionCatalog catalog;
    private final AnswerForm form;
    private Template template;
    private String lastReloadError = "";

    /** Parses the text; see {@link PromptBuilder#template}. */
    public TemplatePromptBuilder(
            String file, Supplier<String> text, ActionCatalog catalog, AnswerForm form) {
        this.file = file;
        this.text = text;
        this.catalog = catalog;
        this.form = form;
        this.template = parse(text.get());
    }

    @Override
    public Prompt build(AgentSnapshot agentSnapshot) {
        reload();
        Template now = template;
        return Prompt.later(() -> write(now, agentSnapshot));
    }

    private Prompt write(Template shown, AgentSnapshot agentSnapshot) {
        Map<String, String> values = new LinkedHashMap<>();
        VALUES.forEach((name, value) -> values.put(name, value.apply(this, agentSnapshot)));
        List<String> names = new ArrayList<>();
        List<PromptSection> sections = new ArrayList<>();
        SectionFactory of = new SectionFactory(agentSnapshot, catalog.wording());
        LISTS.forEach((name, list) -> {
            boolean owed = name.equals(AGREEMENTS) && form != AnswerForm.TALK;
            PromptSection all = !uses(shown, name)
                    ? PromptSection.NONE
                    : owed ? of.agreements(true) : list.apply(of);
            PromptSection section = all.withoutHeading();
            names.add(name);
            sections.add(section);
            values.put(name, section.lines().isEmpty() ? "" : "\n"); // only for its block's length
        });
        int fixed = fill(shown.system(), values).length()
                + fill(shown.user(), values).length();
        int[] counts = new int[sections.size()];
        PromptWriter.chooseLineCounts(
                sections,
                counts,
                Math.max(PromptWriter.BUDGET - fixed, PromptWriter.MIN_USER_CHARACTERS));
        for (int i = 0; i < counts.length; i++) {
            StringBuilder lines = new StringBuilder();
            sections.get(i).write(lines, counts[i]);
            values.put(names.get(i), lines.toString());
        }
        return Prompt.of(
                        Message.system(fill(shown.system(), values)),
                        Message.user(fill(shown.user(), values)))
                .withStable(1);
    }

    /**
     * Reloads a changed template if it can be parsed; otherwise keeps the old one and logs each
     * reason once.
     */
    private void reload() {
        try {
            String now = text.get();
            if (!now.equals(template.source())) {
                template = parse(now);
            }
            lastReloadError = "";
        } catch (RuntimeException e) { // of the parser, or of whatever reads the text
            String reason = String.valueOf(e.getMessage());
            if (!reason.equals(lastReloadError)) {
                lastReloadError = reason;
                LOG.warning("prompt " + file + " stays as it was: " + reason);
            }
        }
    }

    private static boolean uses(Template shown, String name) {
        return shown.system().stream().anyMatch(node -> node.text().equals(name))
                || shown.user().stream().anyMatch(node -> node.text().equals(name));
    }

    // ---- parsing

    private Template parse(String source) {
        // some editors begin a file with a byte order mark
        String unmarked = source.startsWith("\uFEFF") ? source.substring(1) : source;
        String plain = unmarked.replace("\r\n", "\n");
        String[] halves = DIVIDER.split(plain, -1);
        if (halves.length != 2) {
            throw new IllegalArgumentException(file + ": " + (halves.length - 1)
                    + " lines --- (expected one, between what stays the same and the rest)");
        }
        return new Template(source, nodes(halves[0]), nodes(halves[1]));
    }

    private List<Node> nodes(String half) {
        List<Node> nodes = new ArrayList<>();
        Matcher tag = TAG.matcher(half);
        int from = 0;
        String open = "";
        while (tag.find()) {
            nodes.add(text(half.substring(from, tag.start())));
            Kind kind = kindOf(tag.group(1));
            String name = tag.group(2);
            requireKnown(name);
            requireWellPlaced(kind, name, open);
            open = kind == Kind.BLOCK_START ? name : kind == Kind.BLOCK_END ? "" : open;
            nodes.add(new Node(kind, name));
            boolean lineEnd = tag.group().endsWith("\n");
            boolean dropLineEnd = kind != Kind.VALUE || LISTS.containsKey(name);
            from = lineEnd && !dropLineEnd ? tag.end() - 1 : tag.end();
        }
        if (!open.isEmpty()) {
            throw new IllegalArgumentException(
                    file + ": block {{#" + open + "}} has no end (add {{/" + open + "}})");
        }
        nodes.add(text(half.substring(from)));
        return nodes;
    }

    private static Kind kindOf(String mark) {
        return switch (mark) {
            case "#" -> Kind.BLOCK_START;
            case "/" -> Kind.BLOCK_END;
            default -> Kind.VALUE;
        };
    }

    private void requireKnown(String name) {
        if (!LISTS.containsKey(name) && !VALUES.containsKey(name)) {
            Set<String> known = new TreeSet<>(LISTS.keySet());
            known.addAll(VALUES.keySet());
            throw new IllegalArgumentException(file + ": unknown placeholder {{" + name
                    + "}} (expected one of " + known + ")");
        }
    }

    /** Refuses a block within another, and an end that is not of the open block. */
    private void requireWellPlaced(Kind kind, String name, String open) {
        boolean nested = kind == Kind.BLOCK_START && !open.isEmpty();
        boolean strayEnd = kind == Kind.BLOCK_END && !open.equals(name);
        if (nested || strayEnd) {
            throw new IllegalArgumentException(file + ": {{" + (nested ? "#" : "/") + name + "}} "
                    + (open.isEmpty()
                            ? "ends no block (begin it with {{#" + name + "}})"
                            : "in block " + open + " (end that first)"));
        }
    }

    private Node text(String words) {
        Matcher unclosed = UNCLOSED.matcher(words);
        if (unclosed.find()) {
            throw new IllegalArgumentException(
                    file + ": no }} after \"" + unclosed.group() + "\" (end the placeholder)");
        }
        return new Node(Kind.TEXT, words);
    }

    private static String fill(List<Node> nodes, Map<String, String> values) {
        StringBuilder filled = new StringBuilder();
        boolean shown = true;
        for (Node node : nodes) {
            String value = values.getOrDefault(node.text(), "");
            switch (node.kind()) {
                case BLOCK_START -> shown = !value.isEmpty();
                case BLOCK_END -> shown = true;
                case VALUE -> filled.append(shown ? value : "");
                case TEXT -> filled.append(shown ? node.text() : "");
            }
        }
        return filled.toString();
    }

    // ---- values

    private static String line(String words) {
        return PromptText.untrusted(words, TEXT_LIMIT);
    }

    private static String row(List<String> words) {
        PromptSection row = PromptSection.row(
                SectionPriority.COMPANY,
                "",
                words.stream().map(word -> line(word)).toList(),
                NAME_LIMIT);
        return row.lines().isEmpty() ? "" : row.lines().get(0).strip();
    }

    private static String percent(float share) {
        return Float.isNaN(share)
                ? ""
                : Integer.toString(Math.round(Math.max(0, Math.min(1, share)) * 100));
    }
}
