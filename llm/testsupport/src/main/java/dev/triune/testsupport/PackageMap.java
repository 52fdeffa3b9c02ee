/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The packages of a module and the arrows between them, along which a package may depend on
 * another.
 *
 * <p>Entry points are the types of a front package that may depend on packages under {@code
 * internal}. They are a separate node, {@link #entry}: the other types of the package depend
 * neither on {@code internal} nor on the entry points, which prevents cycles. A group is a set of
 * packages of another module that counts as one node.
 */
public final class PackageMap {
    private final Map<String, Set<String>> arrows = new LinkedHashMap<>();
    private final Map<String, String> entryPoints = new HashMap<>();
    private final Map<String, String> groups = new HashMap<>();
    private final SortedSet<String> exceptions = new TreeSet<>();

    /** Returns the node of a package's entry points. */
    public static String entry(String name) {
        return name + " (entry points)";
    }

    /** Draws the arrows from a package to others. A package needs a call of this to exist. */
    public PackageMap arrows(String from, String... to) {
        arrows.computeIfAbsent(from, node -> new LinkedHashSet<>()).addAll(Arrays.asList(to));
        return this;
    }

    /**
     * Draws the arrows from the entry points of a package, which may also depend on the rest of it.
     *
     * @param types their simple names
     */
    public PackageMap entryPoints(String name, List<String> types, String... to) {
        types.forEach(type -> entryPoints.put(name + "." + type, entry(name)));
        return arrows(entry(name), name).arrows(entry(name), to);
    }

    /** Combines packages of another module into one node. */
    public PackageMap group(String name, String... packages) {
        Arrays.asList(packages).forEach(each -> groups.put(each, name));
        return this;
    }

    /**
     * Allows one dependency between two types against the arrows.
     *
     * @param reason why it is intended
     */
    public PackageMap exception(String from, String to, String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("no reason for " + from + " -> " + to);
        }
        exceptions.add(from + " -> " + to);
        return this;
    }

    /** Returns each dependency between classes that is not covered by an arrow or an exception. */
    SortedSet<String> notDrawn(JavaClasses classes) {
        SortedSet<String> found = allNotDrawn(classes);
        found.removeAll(exceptions);
        return found;
    }

    private SortedSet<String> allNotDrawn(JavaClasses classes) {
        SortedSet<String> found = new TreeSet<>();
        for (JavaClass from : classes) {
            Set<String> allowed = arrows.get(nodeOf(from));
            if (allowed == null) {
                found.add(from.getPackageName() + " is not on the map");
                continue;
            }
            from.getDirectDependenciesFromSelf().stream()
                    .filter(dependency -> leavesItsNode(dependency)
                            && !allowed.contains(nodeOf(dependency.getTargetClass())))
                    .forEach(dependency -> found.add(outermost(from) + " -> "
                            + outermost(dependency.getTargetClass().getBaseComponentType())));
        }
        return found;
    }

    /** Returns each arrow and exception without a dependency. */
    SortedSet<String> drawnInVain(JavaClasses classes) {
        SortedSet<String> left = new TreeSet<>(exceptions);
        left.removeAll(allNotDrawn(classes));
        arrows.forEach((from, targets) -> targets.stream()
                .filter(to -> !from.equals(entry(to)))
                .forEach(to -> left.add(from + " -> " + to)));
        for (JavaClass from : classes) {
            from.getDirectDependenciesFromSelf().stream()
                    .filter(this::leavesItsNode)
                    .forEach(dependency -> left.remove(
                            nodeOf(from) + " -> " + nodeOf(dependency.getTargetClass())));
        }
        return left;
    }

    /** Returns the nodes that can be reached from themselves along the arrows. */
    SortedSet<String> cycles() {
        SortedSet<String> found = new TreeSet<>();
        for (String node : arrows.keySet()) {
            if (reachable(node).contains(node)) {
                found.add(node);
            }
        }
        return found;
    }

    private Set<String> reachable(String start) {
        Set<String> reached = new LinkedHashSet<>();
        TreeSet<String> open = new TreeSet<>(arrows.getOrDefault(start, Set.of()));
        while (!open.isEmpty()) {
            String next = open.first();
            open.remove(next);
            if (reached.add(next)) {
                open.addAll(arrows.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    private boolean leavesItsNode(Dependency dependency) {
        String target = nodeOf(dependency.getTargetClass());
        boolean ours = target.startsWith("dev.triune") || groups.containsValue(target);
        return ours && !target.equals(nodeOf(dependency.getOriginClass()));
    }

    private String nodeOf(JavaClass type) {
        JavaClass base = type.getBaseComponentType();
        String name = base.getPackageName();
        return groups.getOrDefault(name, entryPoints.getOrDefault(outermost(base), name));
    }

    private static String outermost(JavaClass type) {
        int nested = type.getName().indexOf('$');
        return nested < 0 ? type.getName() : type.getName().substring(0, nested);
    }
}
