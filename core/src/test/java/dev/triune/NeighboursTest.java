/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search finds what a look at each point finds. */
class NeighboursTest {
    private record Point(int id, float x, float y) {
        float squaredDistance(float fromX, float fromY) {
            return (x - fromX) * (x - fromX) + (y - fromY) * (y - fromY);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void findsTheNearestWithinTheRadiusOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float radius = seed % 2 == 0 ? 7 : 0.3f;
        Neighbours places = new Neighbours(radius);
        for (int round = 0; round < 5; round++) { // the same object, with fewer and more points
            places.clear();
            List<Point> points = points(random, round % 2 == 0 ? 700 : 30, radius);
            points.forEach(point -> places.add(point.id, point.x, point.y));
            for (int limit : new int[] {1, 3, 64, 1_000}) {
                for (Point from : points.subList(0, 20)) {
                    List<Integer> found = new ArrayList<>();
                    int count = places.search(from.id, from.x, from.y, limit);
                    for (int i = 0; i < count; i++) {
                        found.add(places.found(i));
                        assertThat(places.distance(i))
                                .isEqualTo(points.get(places.found(i))
                                        .squaredDistance(from.x, from.y));
                    }
                    assertThat(found)
                            .as("seed %d, round %d, limit %d, from %s", seed, round, limit, from)
                            .isEqualTo(nearest(points, from, radius, limit));
                }
            }
        }
    }

    /** Points on both sides of 0, some of them in one place, and some exactly a radius apart. */
    private static List<Point> points(SplittableRandom random, int count, float radius) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            float scale = radius * (random.nextInt(4) == 0 ? 100 : 3);
            boolean onGrid = random.nextInt(5) == 0;
            float x = (float) (random.nextDouble() - 0.5) * scale;
            float y = (float) (random.nextDouble() - 0.5) * scale;
            points.add(new Point(
                    i,
                    onGrid ? Math.round(x / radius) * radius : x,
                    onGrid ? Math.round(y / radius) * radius : y));
        }
        return points;
    }

    private static List<Integer> nearest(List<Point> points, Point from, float radius, int limit) {
        return points.stream()
                .filter(point -> point.id != from.id
                        && point.squaredDistance(from.x, from.y) <= radius * radius)
                .sorted(Comparator.<Point>comparingDouble(
                                point -> point.squaredDistance(from.x, from.y))
                        .thenComparingInt(Point::id))
                .limit(limit)
                .map(Point::id)
                .toList();
    }
}
