/* SPDX-License-Identifier: Apache-2.0 */
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Measures a checkout: types, lines and dependencies, each beside its goal. Reads the sources by
 * the compiler's syntax tree, and core's class files. See .ci/measure.
 */
public final class Measure {
    /** The modules, with the goal of each for its lines of code. */
    private static final Map<String, Integer> BUDGETS = new LinkedHashMap<>();

    static {
        BUDGETS.put("core", 11_500);
        BUDGETS.put("core/talk", 2_300);
        BUDGETS.put("core/memory", 1_200);
        BUDGETS.put("core/habits", 2_300);
        BUDGETS.put("core/testkit", 700);
        BUDGETS.put("core/workbench", 700);
        BUDGETS.put("llm/broker", 14_000);
        BUDGETS.put("llm/tape", 1_500);
        BUDGETS.put("llm/redis", 2_100);
        BUDGETS.put("llm/telemetry", 300);
        BUDGETS.put("llm/gateway", 7_800);
        BUDGETS.put("llm/local", 1_100);
        BUDGETS.put("demo", 8_500);
        BUDGETS.put("demo/lab", 4_500);
        BUDGETS.put("demo/market", 1_500);
    }

    /** A setting, and texts of the messages by which a class rejects a value of it. */
    private record Judged(String setting, String messages) {}

    private static final List<Judged> JUDGED = List.of(
            new Judged("key", "was a line break copied"),
            new Judged("header names", "name that no header has|colons in the name"),
            new Judged("header values", "text that no header can carry|printable ASCII, no spaces"),
            new Judged("url", "is not an address|^base URL( .)?$"),
            new Judged("user name in the url", "user name, a password or a query|^base URL for "),
            new Judged("proxy", "a proxy \\(expected http|http or socks, a host and"),
            new Judged(
                    "user name in the proxy",
                    "user name or a password \\((expected host|use proxyAuth)"));

    private static final Pattern HABITS =
            Pattern.compile("dev\\.triune\\.(internal\\.)?habits?(\\..*)?");
    private static final Pattern TALK =
            Pattern.compile("dev\\.triune\\.(internal\\.)?(conversation|talk)(\\..*)?");
    private static final Pattern OTHER_PARTS =
            Pattern.compile("dev\\.triune\\.((internal\\.)?memory|testkit)(\\..*)?");

    private final Path root;
    private final Map<String, List<CompilationUnitTree>> units = new LinkedHashMap<>();
    private final Map<String, Lines> lines = new LinkedHashMap<>();

    private Measure(Path root) {
        this.root = root;
    }

    public static void main(String[] args) throws IOException {
        Measure measure = new Measure(Path.of(args[0]));
        for (String module : BUDGETS.keySet()) {
            Path main = measure.root.resolve(module + "/src/main/java");
            if (Files.isDirectory(main)) {
                measure.units.put(module, parse(sources(main)));
                measure.lines.put(module, Lines.of(main));
            }
        }
        measure.codeLines();
        measure.publicTypes();
        measure.dependencies();
        measure.identities();
        measure.hops();
        measure.judges();
        measure.embedding();
        measure.simpleNames(module -> !module.startsWith("demo"), "the library");
        measure.simpleNames(module -> true, "all modules");
    }

    /** Prints the lines of code, and the share of comment among the lines of code and comment. */
    private void codeLines() {
        int all = 0;
        int comment = 0;
        for (String module : BUDGETS.keySet()) {
            Lines found = lines.getOrDefault(module, Lines.NONE);
            String goal = "%,d".formatted(BUDGETS.get(module));
            print(
                    "lines of code, " + module,
                    found == Lines.NONE ? "-" : "%,d".formatted(found.code),
                    goal);
            all += found.code;
            comment += found.comment;
        }
        print(
                "lines of code, all of these",
                "%,d".formatted(all),
                "%,d"
                        .formatted(BUDGETS.values().stream()
                                .mapToInt(Integer::intValue)
                                .sum()));
        print(
                "comment, % of code and comment",
                "%.1f".formatted(100.0 * comment / (all + comment)), "22 or more");
    }

    /** The lines of a folder's sources with code, without imports, and those with comment alone. */
    private record Lines(int code, int comment) {
        static final Lines NONE = new Lines(0, 0);
        /** Comments, and whatever a comment's beginning may be in: texts and characters. */
        private static final Pattern TOKEN = Pattern.compile("//[^\n]*|(?s:/\\*.*?\\*/)"
                + "|\"\"\"(?s:(?:[^\\\\]|\\\\.)*?)\"\"\""
                + "|\"(?:[^\"\\\\\n]|\\\\.)*\""
                + "|'(?:[^'\\\\\n]|\\\\.)+'");

        static Lines of(Path folder) throws IOException {
            Lines sum = NONE;
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    Lines found = in(Files.readString(file));
                    sum = new Lines(sum.code + found.code, sum.comment + found.comment);
                }
            }
            return sum;
        }

        private static Lines in(String source) {
            char comment = '\u0001';
            StringBuilder marked = new StringBuilder(source);
            Matcher token = TOKEN.matcher(source);
            while (token.find()) {
                char mark = token.group().startsWith("/") ? comment : 'x';
                for (int i = token.start(); i < token.end(); i++) {
                    if (source.charAt(i) > ' ') {
                        marked.setCharAt(i, mark);
                    }
                }
            }
            int code = 0;
            int comments = 0;
            for (String line : marked.toString().split("\n")) {
                String words = line.replace(comment, ' ').strip();
                boolean counts = !words.isEmpty() && !words.startsWith("import ");
                code += counts ? 1 : 0;
                comments += words.isEmpty() && line.indexOf(comment) >= 0 ? 1 : 0;
            }
            return new Lines(code, comments);
        }
    }

    // ---- class files

    /** Prints what depends on what in core, by the names in its class files. */
    private void dependencies() throws IOException {
        Path classes = root.resolve("core/target/quick-classes");
        if (!Files.isDirectory(classes)) {
            print("packages of core in one circle", "no class files", "0");
            return;
        }
        Map<String, Set<String>> used = new TreeMap<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                String name = outermost(classes.relativize(file).toString().replace('/', '.'));
                used.computeIfAbsent(name, key -> new TreeSet<>())
                        .addAll(typesIn(Files.readAllBytes(file)));
            }
        }
        Map<String, Set<String>> arrows = new TreeMap<>();
        Set<String> habits = new TreeSet<>();
        Set<String> talk = new TreeSet<>();
        used.forEach((type, targets) -> {
            String from = packageOf(type);
            Set<String> to = arrows.computeIfAbsent(from, key -> new TreeSet<>());
            targets.forEach(target -> to.add(packageOf(target)));
            boolean kernel = Stream.of(HABITS, TALK, OTHER_PARTS)
                    .noneMatch(part -> part.matcher(from).matches());
            if (kernel
                    && targets.stream()
                            .anyMatch(each -> HABITS.matcher(packageOf(each)).matches())) {
                habits.add(simple(type));
            }
            if (kernel
                    && targets.stream()
                            .anyMatch(each -> TALK.matcher(packageOf(each)).matches())) {
                talk.add(simple(type));
            }
        });
        arrows.values().forEach(targets -> targets.retainAll(arrows.keySet()));
        print("classes of the kernel that know habits", habits.size() + " " + habits, "0");
        print("classes of the kernel that know talk", talk.size() + " " + talk, "0");
        int circle = largestCircle(arrows);
        print("packages of core in one circle", circle + " of " + arrows.size(), "0");
    }

    private static int largestCircle(Map<String, Set<String>> arrows) {
        Map<String, Set<String>> reached = new HashMap<>();
        arrows.keySet().forEach(start -> reached.put(start, reachable(arrows, start)));
        return arrows.keySet().stream()
                .mapToInt(one -> (int) arrows.keySet().stream()
                        .filter(other -> !other.equals(one)
                                && reached.get(one).contains(other)
                                && reached.get(other).contains(one))
                        .count())
                .map(others -> others == 0 ? 0 : others + 1)
                .max()
                .orElse(0);
    }

    private static Set<String> reachable(Map<String, Set<String>> arrows, String start) {
        Set<String> reached = new HashSet<>();
        ArrayDeque<String> open = new ArrayDeque<>(arrows.get(start));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (reached.add(next)) {
                open.addAll(arrows.get(next));
            }
        }
        return reached;
    }

    private static final Pattern TYPE = Pattern.compile("dev/triune/[\\w/$]*\\w");

    /** Returns the outermost types of Triune that a class file names in its constants. */
    private static Set<String> typesIn(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        in.readLong(); // magic number and version
        int count = in.readUnsignedShort();
        Set<String> types = new TreeSet<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> {
                    Matcher names = TYPE.matcher(in.readUTF());
                    while (names.find()) {
                        types.add(outermost(names.group().replace('/', '.')));
                    }
                }
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.readInt();
                case 5, 6 -> {
                    in.readLong();
                    i++; // takes two places
                }
                case 7, 8, 16, 19, 20 -> in.readUnsignedShort();
                case 15 -> {
                    in.readUnsignedByte();
                    in.readUnsignedShort();
                }
                default -> throw new IOException("constant " + tag);
            }
        }
        return types;
    }

    private static String outermost(String type) {
        return type.replaceAll("(\\$.*)?(\\.class)?$", "");
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    // ---- syntax trees

    /** Prints the comparisons of a rule with one of the standard rules. */
    private void identities() {
        int[] count = new int[1];
        Set<String> classes = new TreeSet<>();
        units.forEach((module, all) -> {
            if (!module.startsWith("core")) {
                return;
            }
            for (CompilationUnitTree unit : all) {
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitBinary(BinaryTree node, Void nothing) {
                        boolean compares = node.getKind() == Tree.Kind.EQUAL_TO
                                || node.getKind() == Tree.Kind.NOT_EQUAL_TO;
                        if (compares
                                && (isRule(node.getLeftOperand())
                                        || isRule(node.getRightOperand()))) {
                            count[0]++;
                            classes.add(types(unit).get(0).getSimpleName().toString());
                        }
                        return super.visitBinary(node, nothing);
                    }
                }.scan(unit, null);
            }
        });
        print(
                "tests by identity, rule == StandardSelectionRule.X",
                count[0] + " in " + classes.size() + " classes",
                "0");
    }

    private static boolean isRule(Tree tree) {
        return tree.toString().matches("(StandardSelectionRule\\.[A-Z_]+|secondTry\\(.*\\))");
    }

    /** Prints the uses of the broker's parts through the broker: {@code broker.x.y}. */
    private void hops() {
        int[] count = new int[1];
        for (CompilationUnitTree unit : units.get("llm/broker")) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
                    if (node.getExpression() instanceof MemberSelectTree part
                            && part.getExpression().toString().matches("(this\\.)?broker")) {
                        count[0]++;
                    }
                    return super.visitMemberSelect(node, nothing);
                }

                @Override
                public Void visitImport(ImportTree node, Void nothing) {
                    return null;
                }
            }.scan(unit, null);
        }
        print("hops broker.x.", String.valueOf(count[0]), "0");
    }

    /** Prints the settings for which two classes of the broker have a message. */
    private void judges() {
        List<String> twice = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Judged judged : JUDGED) {
            Pattern messages = Pattern.compile(judged.messages);
            Set<String> classes = new TreeSet<>();
            for (CompilationUnitTree unit : units.get("llm/broker")) {
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitLiteral(LiteralTree node, Void nothing) {
                        if (node.getValue() instanceof String text
                                && messages.matcher(text).find()) {
                            classes.add(types(unit).get(0).getSimpleName().toString());
                        }
                        return null;
                    }
                }.scan(unit, null);
            }
            (classes.isEmpty() ? unknown : classes.size() > 1 ? twice : new ArrayList<String>())
                    .add(judged.setting + " " + classes);
        }
        print(
                "settings with two judges, of " + JUDGED.size() + " looked at",
                twice.size() + " " + twice,
                "0");
        if (!unknown.isEmpty()) {
            print(
                    "settings whose judge was not found (mend JUDGED in Measure.java)",
                    unknown.toString(),
                    "none");
        }
    }

    /** Prints the public top-level types of core and broker outside internal packages. */
    private void publicTypes() {
        Set<String> packages = new TreeSet<>();
        int count = 0;
        for (String module : List.of("core", "llm/broker")) {
            for (CompilationUnitTree unit : units.get(module)) {
                for (ClassTree type : types(unit)) {
                    String name = nameOf(unit);
                    if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)
                            && !(name + ".").contains(".internal.")) {
                        packages.add(name);
                        count++;
                    }
                }
            }
        }
        print(
                "public types of core and broker, outside of internal",
                count + " in " + packages.size() + " packages",
                "108 in 9 packages");
    }

    /**
     * Prints the library's types that the README's sample uses, by import or from the same
     * package.
     */
    private void embedding() throws IOException {
        Set<String> ours = new HashSet<>();
        units.values()
                .forEach(all -> all.forEach(unit -> types(unit)
                        .forEach(type -> ours.add(nameOf(unit) + "." + type.getSimpleName()))));
        Path test = sources(root.resolve("core/src/test/java")).stream()
                .filter(file -> file.endsWith("EmbeddingTest.java"))
                .findFirst()
                .orElseThrow();
        CompilationUnitTree unit = parse(List.of(test)).get(0);
        Set<String> named = namesInSamples(unit, Files.readAllLines(test));
        Set<String> used = new TreeSet<>();
        unit.getImports().stream()
                .map(each -> each.getQualifiedIdentifier().toString())
                .filter(ours::contains)
                .forEach(used::add);
        used.removeIf(name -> !named.contains(name.substring(name.lastIndexOf('.') + 1)));
        named.stream()
                .map(name -> nameOf(unit) + "." + name)
                .filter(ours::contains)
                .forEach(used::add);
        Set<String> packages = new TreeSet<>();
        used.forEach(name -> packages.add(name.substring(0, name.lastIndexOf('.'))));
        print(
                "types that the README's embedding touches",
                used.size() + " from " + packages.size() + " packages",
                "");
    }

    /** Returns the identifiers between the marks [sample] and [end], which the README shows. */
    private static Set<String> namesInSamples(CompilationUnitTree unit, List<String> lines) {
        Set<Integer> shown = new HashSet<>();
        boolean inside = false;
        for (int i = 0; i < lines.size(); i++) {
            inside = (inside || lines.get(i).contains("// [sample]"))
                    && !lines.get(i).contains("// [end]");
            if (inside) {
                shown.add(i + 1);
            }
        }
        Set<String> names = new HashSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree node, Void nothing) {
                long start = positions.getStartPosition(unit, node);
                if (shown.contains((int) unit.getLineMap().getLineNumber(start))) {
                    names.add(node.getName().toString());
                }
                return super.visitIdentifier(node, nothing);
            }
        }.scan(unit, null);
        return names;
    }

    private void simpleNames(Predicate<String> modules, String where) {
        Map<String, Integer> counts = new TreeMap<>();
        units.forEach((module, all) -> {
            if (modules.test(module)) {
                all.forEach(unit -> types(unit)
                        .forEach(type ->
                                counts.merge(type.getSimpleName().toString(), 1, Integer::sum)));
            }
        });
        List<String> twice = counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
        print("simple names used more than once in " + where, twice.size() + " " + twice, "0");
    }

    private static List<ClassTree> types(CompilationUnitTree unit) {
        List<ClassTree> types = new ArrayList<>();
        for (Tree tree : unit.getTypeDecls()) {
            if (tree instanceof ClassTree type) {
                types.add(type);
            }
        }
        return types;
    }

    private static String nameOf(CompilationUnitTree unit) {
        return unit.getPackageName().toString();
    }

    private static SourcePositions positions;

    private static List<CompilationUnitTree> parse(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    null,
                    List.of("-proc:none"),
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            positions = Trees.instance(task).getSourcePositions();
            List<CompilationUnitTree> parsed = new ArrayList<>();
            task.parse().forEach(parsed::add);
            return parsed;
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")
                            && !file.endsWith("package-info.java"))
                    .sorted()
                    .toList();
        }
    }

    private static void print(String what, String value, String goal) {
        System.out.println("| " + what + " | " + value + " | " + goal + " |");
    }
}
