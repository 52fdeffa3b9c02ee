/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import com.artemis.Aspect;
import com.artemis.systems.IteratingSystem;
import dev.triune.dropin.meadow.Position;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;

/** A system of a game that has many: it looks at everything that is somewhere. */
public class Chore extends IteratingSystem {
    int done;

    public Chore() {
        super(Aspect.all(Position.class));
    }

    /** Returns systems of different classes, because a world has one system of each class. */
    static List<Chore> classes(int count) {
        return Stream.generate(Chore::ofNewClass).limit(count).toList();
    }

    private static Chore ofNewClass() {
        try {
            return new ByteBuddy()
                    .subclass(Chore.class)
                    .make()
                    .load(Chore.class.getClassLoader())
                    .getLoaded()
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected void process(int entity) {
        done++;
    }
}
