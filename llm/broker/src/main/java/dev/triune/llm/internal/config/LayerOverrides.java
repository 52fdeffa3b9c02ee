/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Priority;
import java.time.Duration;
import java.util.Optional;

/**
 * What the file says about one layer of a mind. The broker does not use it: the scheduler of the
 * game does. Immutable.
 *
 * @param cooldown the least time between two requests of it
 * @param model that it asks
 * @param priority of its requests
 */
public record LayerOverrides(
        Optional<Duration> cooldown, Optional<String> model, Optional<Priority> priority) {}
