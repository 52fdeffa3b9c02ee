/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import dev.triune.testsupport.internal.Hidden;
import java.time.Instant;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Does what the rules forbid, so that they can fail. */
@SuppressWarnings("unused")
public class Offender {
    protected Hidden field = new Hidden();

    public @Nullable Hidden result() {
        return null;
    }

    public void parameter(Iterable<Hidden[]> hidden) {}

    static final class WallClock {
        long millis() {
            return System.currentTimeMillis();
        }

        static final class Nanos {
            long nanos() {
                return System.nanoTime();
            }
        }

        static final class Now {
            Instant now() {
                return Instant.now();
            }
        }

        static final class Sleep {
            void sleep() throws InterruptedException {
                Thread.sleep(1);
            }
        }
    }

    static final class Chance {
        double global() {
            return Math.random();
        }

        static final class Unseeded {
            Random random() {
                return new Random();
            }
        }

        static final class Splittable {
            SplittableRandom random() {
                return new SplittableRandom();
            }
        }

        static final class Name {
            UUID name() {
                return UUID.randomUUID();
            }
        }
    }

    static final class Threads {
        Thread thread() {
            return new Thread(() -> {});
        }
    }

    static final class Harmless {
        Random seeded() {
            return new Random(7);
        }
    }
}
