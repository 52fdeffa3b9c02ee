/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.check;

import com.artemis.World;
import com.artemis.injection.FieldResolver;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether artemis-odb-contrib was built for the Artemis beside it. {@code
 * FieldResolver.resolve} has a parameter more since 2.2.0, so that a world with a resolver of the
 * other kind dies of an {@link AbstractMethodError} that names neither library.
 */
public final class ArtemisVersions {
    private static final Logger LOG = Logger.getLogger(ArtemisVersions.class.getName());
    private static final String RESOLVER = "net.mostlyoriginal.api.plugin.extendedcomponentmapper"
            + ".ExtendedComponentMapperFieldResolver";

    private ArtemisVersions() {}

    /** Warns if contrib is on the class path, and does not fit to Artemis. */
    public static void check() {
        Class<?> resolver = find(RESOLVER);
        if (resolver != null && !fits(resolver)) {
            LOG.warning(mismatch(
                    version("net.mostlyoriginal.artemis-odb", "contrib-core"),
                    version("net.onedaybeard.artemis", "artemis-odb")));
        }
    }

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name, false, ArtemisVersions.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // the game does not have it
        }
    }

    /** Whether a resolver has all methods that Artemis calls. */
    static boolean fits(Class<?> resolver) {
        for (Method called : FieldResolver.class.getMethods()) {
            try {
                Method own = resolver.getMethod(called.getName(), called.getParameterTypes());
                if (Modifier.isAbstract(own.getModifiers())) {
                    return false;
                }
            } catch (NoSuchMethodException e) {
                return false;
            }
        }
        return true;
    }

    /** Returns what does not fit, and the ways out. */
    static String mismatch(String contrib, String artemis) {
        return "contrib-core " + contrib + " was not built for Artemis " + artemis
                + ": a world with"
                + " its ExtendedComponentMapperPlugin ends in an AbstractMethodError (contrib 2.4.0"
                + " and newer need Artemis 2.2.0 or newer, older ones 2.1.0 or older: change one of"
                + " them; in Gradle, which takes the newest Artemis, with resolutionStrategy.force"
                + " 'net.onedaybeard.artemis:artemis-odb:2.1.0')";
    }

    private static String version(String group, String artifact) {
        String path = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
        try (InputStream in = World.class.getResourceAsStream(path)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "of an unknown version");
        } catch (IOException e) {
            return "of an unknown version";
        }
    }
}
