/* SPDX-License-Identifier: Apache-2.0 */
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Counts types and lines of a checkout, using the compiler's syntax tree; see .ci/measure. */
public final class Measure {
    private static final String[] MODULES = {"core", "llm/broker", "llm/gateway", "llm/local", "demo", "demo/market"};
    private static final int[] BUDGETS = {17_000, 22_000, 12_000, 1_500, 17_000, 1_500};

    private final Path root;
    private final Map<String, List<CompilationUnitTree>> units = new HashMap<>();

    private Measure(Path root) {
        this.root = root;
    }

    public static void main(String[] args) throws IOException {
        Measure measure = new Measure(Path.of(args[0]));
        for (String module : MODULES) {
            measure.units.put(module, parse(sources(measure.root.resolve(module + "/src/main/java"))));
        }
        measure.publicTypes();
        measure.embedding();
        measure.simpleNames("the library modules", "core", "llm/broker", "llm/gateway", "llm/local");
        measure.simpleNames("all modules", MODULES);
        measure.lines();
    }

    /** Prints the public top-level types of core and broker outside internal packages. */
    private void publicTypes() {
        Set<String> packages = new TreeSet<>();
        int count = 0;
        for (String module : new String[] {"core", "llm/broker"}) {
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
        print("public types of core and broker, outside of internal", count + " in " + packages.size() + " packages");
    }

    /**
     * Prints the library's types that the README's sample uses, by import or from the same
     * package.
     */
    private void embedding() throws IOException {
        Set<String> ours = new HashSet<>();
        units.values().forEach(all -> all.forEach(unit -> types(unit)
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
        print("types that the README's embedding touches", used.size() + " from " + packages.size() + " packages");
    }

    /** Returns the identifiers between the marks [sample] and [end], which the README shows. */
    private static Set<String> namesInSamples(CompilationUnitTree unit, List<String> lines) {
        Set<Integer> shown = new HashSet<>();
        boolean inside = false;
        for (int i = 0; i < lines.size(); i++) {
            inside = (inside || lines.get(i).contains("// [sample]")) && !lines.get(i).contains("// [end]");
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

    private void simpleNames(String where, String... modules) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String module : modules) {
            for (CompilationUnitTree unit : units.get(module)) {
                types(unit).forEach(type -> counts.merge(type.getSimpleName().toString(), 1, Integer::sum));
            }
        }
        List<String> twice = counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
        print("simple names used more than once in " + where, twice.size() + " " + twice);
    }

    private void lines() throws IOException {
        for (int i = 0; i < MODULES.length; i++) {
            long lines = 0;
            for (Path file : sources(root.resolve(MODULES[i] + "/src/main/java"))) {
                lines += Files.readString(file).lines().count();
            }
            print("lines of main, " + MODULES[i], lines + " of " + BUDGETS[i]);
        }
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
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
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

    private static void print(String what, String value) {
        System.out.println("| " + what + " | " + value + " |");
    }
}
