/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * Compares runs of {@link AnswersBenchmark} by their lines, in the order of the runs: the ratios of
 * p99 and CPU time of a run with a model to the mean of the surrounding two without one.
 */
public final class AnswersComparison {
    private static final double GOAL = 1.1;
    private static final double TOLERANCE = 0.05;
    private static final Set<String> ANSWERING = Set.of("fast", "slow", "http", "garbage");
    private static final int BAD_USAGE = 2;
    private static final String NOBODY = ModelBehavior.NONE + " at 0/s";

    private final List<Map<String, String>> runs;
    private final boolean judging;
    private boolean missed;

    private AnswersComparison(List<Map<String, String>> runs, boolean judging) {
        this.runs = runs;
        this.judging = judging;
    }

    /**
     * Prints the comparison; exits with code 1 if the goal is missed.
     *
     * @param arguments a file with the lines of the runs, the first and the last without a model;
     *     optionally {@code --smoke}, which checks neither goals nor rates
     */
    public static void main(String[] arguments) throws IOException {
        boolean smoke = arguments.length == 2 && arguments[1].equals("--smoke");
        if (arguments.length != 1 && !smoke) {
            System.err.println("expected a file, and perhaps --smoke");
            System.exit(BAD_USAGE);
        }
        List<Map<String, String>> runs = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            runs.add(figures(line));
        }
        if (runs.size() < 2 || !nobodyAsked(runs, 0) || !nobodyAsked(runs, runs.size() - 1)) {
            System.err.println(
                    arguments[0] + " (expected runs that begin and end without a model)");
            System.exit(BAD_USAGE);
        }
        if (!smoke) { // a second on a busy machine may end before the first answer
            requireThatAllAsked(runs);
        }
        AnswersComparison comparison = new AnswersComparison(runs, !smoke);
        comparison.print();
        System.exit(comparison.missed ? 1 : 0);
    }

    /** Fails if a run has too few requests or answers, because it would meet any goal. */
    private static void requireThatAllAsked(List<Map<String, String>> runs) {
        for (Map<String, String> run : runs) {
            double rate = Double.parseDouble(run.get("rate"));
            double submitted = Double.parseDouble(run.get("submitted/s"));
            double answered = Double.parseDouble(run.get("answered/s"));
            boolean unanswered = ANSWERING.contains(run.get("provider")) && answered == 0;
            if (unanswered || Math.abs(submitted - rate) > TOLERANCE * rate) {
                System.err.println("in a run of " + name(run) + " " + submitted
                        + " were submitted and " + answered + " answered a second");
                System.exit(BAD_USAGE);
            }
        }
    }

    private static Map<String, String> figures(String line) {
        Map<String, String> figures = new HashMap<>();
        for (String figure : line.split(" ", -1)) {
            int equals = figure.indexOf('=');
            figures.put(figure.substring(0, equals), figure.substring(equals + 1));
        }
        return figures;
    }

    private static boolean nobodyAsked(List<Map<String, String>> runs, int at) {
        return name(runs.get(at)).equals(NOBODY);
    }

    private static String name(Map<String, String> run) {
        return run.get("provider") + " at " + run.get("rate") + "/s";
    }

    private void print() {
        Map<String, List<Integer>> places = new LinkedHashMap<>();
        for (int i = 0; i < runs.size(); i++) {
            places.computeIfAbsent(name(runs.get(i)), name -> new ArrayList<>()).add(i);
        }
        System.out.printf(
                Locale.ROOT,
                "%-16s %7s %9s %8s %8s %8s %6s %5s %8s   %-22s %s%n",
                "",
                "submitted/s",
                "answers/s",
                "p50 ms",
                "p99 ms",
                "work ms",
                ">50ms",
                "GCs",
                "B/tick",
                "work to that of none",
                "p99 to that of none");
        places.forEach((name, at) -> System.out.printf(
                Locale.ROOT,
                "%-16s %7.1f %9.1f %8.2f %8.2f %8.2f %6.0f %5.0f %8.0f   %-22s %s   %s%n",
                name,
                median(at, "submitted/s"),
                median(at, "answered/s"),
                median(at, "p50us") / 1_000,
                median(at, "p99us") / 1_000,
                median(at, "cpuus") / 1_000,
                values(at, "over50ms").sum(),
                values(at, "gc").sum(),
                median(at, "bytes/tick"),
                shown(ratios(name, at, "cpuus")),
                shown(ratios(name, at, "p99us")),
                verdict(name, part(ratios(name, at, "p99us"), 0.5))));
    }

    private double[] ratios(String name, List<Integer> at, String figure) {
        return at.stream()
                .filter(i -> !name.equals(NOBODY) || i > 0)
                .mapToDouble(i -> value(i, figure) / without(i, figure))
                .sorted()
                .toArray();
    }

    private static String shown(double[] ratios) {
        return String.format(
                Locale.ROOT,
                "%5.2f (%.2f to %.2f)",
                part(ratios, 0.5),
                part(ratios, 0.25),
                part(ratios, 0.75));
    }

    private String verdict(String name, double ratio) {
        if (name.equals(NOBODY)) {
            return "each to the one before: the noise";
        }
        if (name.startsWith("fast ") || name.startsWith("http ")) {
            return "no goal: it does not misbehave";
        }
        if (!judging) {
            return "not judged";
        }
        missed |= ratio > GOAL;
        return "goal: at most " + GOAL + "   " + (ratio > GOAL ? "MISSED" : "met");
    }

    /** Returns the mean of a figure in the runs without a model before and after a run. */
    private double without(int run, String figure) {
        int before = run == 0 ? 0 : run - 1;
        while (!nobodyAsked(runs, before)) {
            before--;
        }
        int after = nobodyAsked(runs, run) ? before : run; // runs without a model: the one before
        while (!nobodyAsked(runs, after)) {
            after++;
        }
        return (value(before, figure) + value(after, figure)) / 2;
    }

    private double value(int run, String figure) {
        return values(List.of(run), figure).sum();
    }

    private double median(List<Integer> at, String figure) {
        return part(values(at, figure).sorted().toArray(), 0.5);
    }

    private DoubleStream values(List<Integer> at, String figure) {
        return at.stream().mapToDouble(i -> Double.parseDouble(runs.get(i).get(figure)));
    }

    /** Returns a quantile of sorted figures, interpolated. */
    private static double part(double[] sorted, double part) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double place = part * (sorted.length - 1);
        int below = (int) place;
        double above = sorted[Math.min(below + 1, sorted.length - 1)];
        return sorted[below] + (place - below) * (above - sorted[below]);
    }
}
