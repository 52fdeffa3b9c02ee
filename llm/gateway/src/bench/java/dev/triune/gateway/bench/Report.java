/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Prints the medians of all rounds as a table, and compares ours with the others. Ratios are
 * computed within each round; the goals apply to their median.
 */
final class Report {
    private static final String DIRECT = "direct";
    private static final String NGINX = "nginx";
    private static final String PORTKEY = "portkey";
    private static final String OURS = "triune";

    /** The results of one load for each target, in the order of the rounds. */
    private static final class Cell {
        private final Map<String, List<Map<String, String>>> runs = new LinkedHashMap<>();

        void add(Map<String, String> run) {
            runs.computeIfAbsent(run.get("target"), key -> new ArrayList<>()).add(run);
        }

        /**
         * Returns the number of rounds in which all of these targets took part; 0 if one is
         * missing.
         */
        int rounds(String... targets) {
            int rounds = Integer.MAX_VALUE;
            for (String target : targets) {
                rounds = Math.min(rounds, runs.getOrDefault(target, List.of()).size());
            }
            return rounds;
        }

        double value(String target, String name, int round) {
            return Double.parseDouble(runs.get(target).get(round).get(name));
        }

        double added(String target, String name, int round) {
            return value(target, name, round) - value(DIRECT, name, round);
        }

        /**
         * Returns the CPU time of one request, in microseconds; the direct target has no process to
         * measure.
         */
        double cpu(String target, int round) {
            return value(target, "cpu-ms", round) * 1e3 / value(target, "requests", round);
        }
    }

    private final Map<String, Cell> cells = new LinkedHashMap<>();
    private final PrintStream out;
    private boolean missed;

    private Report(PrintStream out) {
        this.out = out;
    }

    /**
     * Prints the report.
     *
     * @param file a file with a line of {@code name=value} pairs for each run
     * @return 0, or 1 if a goal is missed or there was an error
     * @throws IOException if the file cannot be read
     */
    static int print(Path file, PrintStream out) throws IOException {
        Report report = new Report(out);
        for (String line : Files.readAllLines(file)) {
            Map<String, String> run = values(line);
            String load = String.format("%-6s %2s", run.get("mode"), run.get("connections"));
            report.cells.computeIfAbsent(load, key -> new Cell()).add(run);
        }
        report.table();
        out.println();
        report.cells.forEach(report::compare);
        report.cells.forEach(report::errors);
        return report.missed ? 1 : 0;
    }

    private static Map<String, String> values(String line) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : line.trim().split(" +")) {
            int equals = pair.indexOf('=');
            values.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return values;
    }

    private void table() {
        out.println("Latency, added latency, first byte of the body and CPU for a request in us\n");
        out.printf(
                "%-9s %-8s %9s %9s %9s %9s %9s %9s %9s %8s%n",
                "load",
                "target",
                "req/s",
                "p50",
                "p99",
                "added p50",
                "added p99",
                "first p50",
                "first p99",
                "CPU");
        cells.forEach(
                (load, cell) -> cell.runs.keySet().forEach(target -> row(load, cell, target)));
    }

    private void row(String load, Cell cell, String target) {
        int rounds = cell.rounds(target, DIRECT);
        out.printf(Locale.ROOT, "%-9s %-8s", load, target);
        for (String name : List.of("rps", "p50", "p99")) {
            out.printf(
                    Locale.ROOT,
                    " %9.0f",
                    middle(rounds, round -> cell.value(target, name, round)));
        }
        for (String name : List.of("p50", "p99")) {
            double added = middle(rounds, round -> cell.added(target, name, round));
            out.print(target.equals(DIRECT) ? "         -" : String.format(" %9.0f", added));
        }
        for (String name : List.of("first50", "first99")) {
            out.printf(
                    Locale.ROOT,
                    " %9.0f",
                    middle(rounds, round -> cell.value(target, name, round)));
        }
        double cpu = middle(rounds, round -> cell.cpu(target, round));
        out.println(target.equals(DIRECT) ? "        -" : String.format(" %8.0f", cpu));
    }

    private void compare(String load, Cell cell) {
        for (String name : List.of("p50", "p99")) {
            judge(
                    load + "  added " + name + ", ours to portkey's",
                    cell.rounds(OURS, PORTKEY, DIRECT),
                    round -> share(cell.added(OURS, name, round), cell.added(PORTKEY, name, round)),
                    true,
                    0.2);
        }
        judge(
                load + "  requests/s, ours to portkey's",
                cell.rounds(OURS, PORTKEY),
                round -> cell.value(OURS, "rps", round) / cell.value(PORTKEY, "rps", round),
                false,
                5);
        judge(
                load + "  requests/s, nginx's to ours",
                cell.rounds(OURS, NGINX),
                round -> cell.value(NGINX, "rps", round) / cell.value(OURS, "rps", round),
                true,
                2);
    }

    /** Counts missing or wrong answers as a missed goal, because they make the figures useless. */
    private void errors(String load, Cell cell) {
        cell.runs.forEach((target, runs) -> {
            int errors = runs.stream()
                    .mapToInt(run -> Integer.parseInt(run.get("errors")))
                    .sum();
            if (errors > 0) {
                out.printf("%s  %s: %d errors   goal: none   MISSED%n", load, target, errors);
                missed = true;
            }
        });
    }

    /** Returns the ratio of the added costs; no goal is met if the other's is missing. */
    private static double share(double ours, double other) {
        return other > 0 ? Math.max(0, ours) / other : Double.POSITIVE_INFINITY;
    }

    private void judge(
            String what, int rounds, IntToDoubleFunction ratio, boolean most, double goal) {
        if (rounds == 0) {
            return;
        }
        double[] sorted = IntStream.range(0, rounds).mapToDouble(ratio).sorted().toArray();
        double middle = sorted[rounds / 2];
        boolean met = most ? middle <= goal : middle >= goal;
        missed |= !met;
        out.printf(
                Locale.ROOT,
                "%-44s %7.2f   (%.2f to %.2f)   goal: at %s %.1f   %s%n",
                what,
                middle,
                sorted[0],
                sorted[rounds - 1],
                most ? "most" : "least",
                goal,
                met ? "met" : "MISSED");
    }

    private static double middle(int rounds, IntToDoubleFunction value) {
        return IntStream.range(0, rounds).mapToDouble(value).sorted().toArray()[rounds / 2];
    }
}
