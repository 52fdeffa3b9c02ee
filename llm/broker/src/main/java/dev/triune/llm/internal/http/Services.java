/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds what other artifacts of Triune provide. Thread-safe. */
public final class Services {
    private Services() {}

    /**
     * Returns a service of another artifact: in the class loader of its type, where a mod has all
     * its libraries while the thread is the game's, or else in that of the thread.
     *
     * @param missing what to say without one
     * @throws IllegalArgumentException with that message
     */
    public static <S> S find(Class<S> type, Predicate<S> fits, String missing) {
        try {
            return Stream.of(
                            ServiceLoader.load(type, type.getClassLoader()),
                            ServiceLoader.load(type))
                    .flatMap(loader -> loader.stream().map(ServiceLoader.Provider::get))
                    .filter(fits)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(missing));
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(missing, e);
        }
    }
}
