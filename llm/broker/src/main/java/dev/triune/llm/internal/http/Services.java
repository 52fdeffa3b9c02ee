/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;

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
            for (ServiceLoader<S> loader : List.of(
                    ServiceLoader.load(type, type.getClassLoader()), ServiceLoader.load(type))) {
                for (S service : loader) {
                    if (fits.test(service)) {
                        return service;
                    }
                }
            }
            throw new IllegalArgumentException(missing);
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(missing, e);
        }
    }
}
