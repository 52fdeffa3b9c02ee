/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import dev.triune.internal.text.BoundedText;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The description of an agent's person, as prompts show it. */
@Fluid(exclude = true)
public class Persona extends Component {
    /** The name that others know. */
    public String name = "";

    /**
     * What others see or know that the person is, in a word or two, such as {@code guard}; may be
     * empty.
     */
    public String role = "";

    /** Trade, traits, habits: a sentence or two. */
    public String description = "";

    /** The agent's skills, in words. */
    public final List<String> skills = new NonNullList<>();

    /** Sets both name and description. */
    public Persona named(String who, String what) {
        name = Objects.requireNonNull(who, "name");
        description = Objects.requireNonNull(what, "description");
        return this;
    }

    /** Returns the name of a persona; {@code somebody} if none can be seen. */
    public static String nameOf(@Nullable Persona persona) {
        String known = persona == null ? "" : Objects.requireNonNullElse(persona.name, "");
        return BoundedText.isVisible(known) ? known : "somebody";
    }
}
