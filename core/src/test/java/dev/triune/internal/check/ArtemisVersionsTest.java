/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.injection.FieldResolver;
import com.artemis.utils.reflect.Field;
import org.junit.jupiter.api.Test;

/** What a world is told that has contrib for another Artemis; {@code .ci/platforms-check} has both. */
class ArtemisVersionsTest {
    /** A resolver as before Artemis 2.2.0, which lacks a method that is called now. */
    public abstract static class Older implements FieldResolver {
        @Override
        public void initialize(World world) {}

        /** The method as it was. */
        public Object resolve(Class<?> type, Field field) {
            return type;
        }
    }

    /** A resolver for this Artemis. */
    public static final class Current implements FieldResolver {
        @Override
        public void initialize(World world) {}

        @Override
        @SuppressWarnings("NullAway") // as resolvers say that they cannot
        public Object resolve(Object target, Class<?> type, Field field) {
            return null;
        }
    }

    @Test
    void resolverForAnotherArtemisDoesNotFit() {
        assertThat(ArtemisVersions.fits(Current.class)).isTrue();
        assertThat(ArtemisVersions.fits(Older.class)).isFalse();
        assertThat(ArtemisVersions.fits(Object.class)).isFalse();
    }

    @Test
    void messageNamesBothVersionsAndTheWayOut() {
        assertThat(ArtemisVersions.mismatch("2.3.0", "2.3.0"))
                .startsWith("contrib-core 2.3.0 was not built for Artemis 2.3.0")
                .contains("AbstractMethodError", "contrib 2.4.0 and newer need", "force");
    }
}
