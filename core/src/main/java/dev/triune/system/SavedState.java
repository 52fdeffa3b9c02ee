/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.annotations.Transient;
import com.artemis.utils.IntBag;
import dev.triune.system.MindSave.InvalidSaveException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A system that {@link MindSaves} saves and loads beyond the components of agents: state of its own,
 * as one text, and entities. Game thread only.
 */
public interface SavedState {
    /** Returns the name of the state in saves, of letters; unique, and never changed. */
    String stateName();

    /** Returns the state as text; empty, as unless overridden, if all of it is in components. */
    default String writeState() {
        return "";
    }

    /**
     * Restores the state from a text of {@link #writeState}, after components were loaded; the text
     * is empty if the save has none. If it throws, the log says so, and the world is loaded without
     * this state.
     */
    default void readState(String text) {}

    /**
     * Adds entities that belong to those of a save, and are saved with them: such as the
     * conversations of its agents.
     */
    default void addSavedEntities(IntBag entities) {}

    /**
     * Returns the texts of this state that are about somebody, as a condition tells, for whoever asks
     * what is kept.
     */
    default List<String> textsAbout(Predicate<String> about) {
        return List.of();
    }

    /**
     * Removes what {@link #textsAbout} returns, and what was derived from it; cancels requests whose
     * answers could still tell it.
     */
    default void forget(Predicate<String> about) {}

    /** Describes what older saves call otherwise. */
    default void upgrade(SaveUpgrade save) {}

    /**
     * Brings older saves, if they are JSON as Artemis's serializer for libGDX writes it, up to date: a
     * {@link SavedState} describes which components were renamed, and which fields are now in another.
     * Other formats are loaded as they are. Game thread only.
     */
    final class SaveUpgrade {
        private record Move(String from, Class<? extends Component> to, List<String> fields) {}

        private final Map<String, String> renames = new LinkedHashMap<>();
        private final List<Move> moves = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();

        SaveUpgrade() {}

        /** Notes that a component had another name, with its package. */
        public void renamed(String name, Class<? extends Component> now) {
            renames.put(name, now.getName());
        }

        /** Notes that fields of a component are now in another, which all its entities have as well. */
        public void moved(
                Class<? extends Component> from, Class<? extends Component> to, String... fields) {
            moves.add(new Move(from.getName(), to, List.of(fields)));
        }

        /** Notes a state, which older saves hold in a field of its name. */
        void state(String name) {
            texts.add(name);
        }

        /** Returns the body of a save in today's form: the same array if it has that already. */
        byte[] apply(byte[] body) {
            if (body.length == 0 || body[0] != '{') {
                return body;
            }
            JsonMapper json = JsonMapper.shared();
            ObjectNode save;
            try {
                save = (ObjectNode) json.readTree(body);
            } catch (JacksonException e) {
                return body; // the serializer says what is wrong with it
            }
            boolean changed = false;
            for (String name : texts) {
                if (save.path(name).isString()) {
                    save.withObject("states").set(name, save.remove(name));
                    changed = true;
                }
            }
            if (save.path("componentIdentifiers") instanceof ObjectNode identifiers) {
                for (Map.Entry<String, String> rename : renames.entrySet()) {
                    JsonNode id = identifiers.remove(rename.getKey());
                    changed |= id != null;
                    if (id != null) {
                        identifiers.set(rename.getValue(), id);
                    }
                }
                for (Move move : moves) {
                    changed |= move(save, identifiers, move);
                }
                for (String component : List.copyOf(identifiers.propertyNames())) {
                    changed |= isTransient(component) && drop(save, identifiers, component);
                }
            }
            return changed ? json.writeValueAsBytes(save) : body;
        }

        /** Whether a component is no longer saved, or is none of this game any more. */
        private static boolean isTransient(String component) {
            try {
                return Class.forName(component, false, World.class.getClassLoader())
                        .isAnnotationPresent(Transient.class);
            } catch (ClassNotFoundException | LinkageError e) {
                throw new InvalidSaveException("the save has the component " + component
                        + ", which this game has not (expected its new name by"
                        + " SaveUpgrade.renamed in a SavedState, or an empty @Transient class of"
                        + " that name if it is gone); nothing was loaded");
            }
        }

        /** Takes out a component that is marked as transient since the save was written. */
        private static boolean drop(ObjectNode save, ObjectNode identifiers, String component) {
            String name = identifiers.remove(component).asString("");
            for (JsonNode archetype : save.path("archetypes")) {
                for (int i = archetype.size() - 1; i >= 0; i--) {
                    if (archetype instanceof ArrayNode names
                            && names.get(i).asString("").equals(name)) {
                        names.remove(i);
                    }
                }
            }
            for (JsonNode entity : save.path("entities")) {
                if (entity.path("components") instanceof ObjectNode components) {
                    components.remove(name);
                }
            }
            return true;
        }

        private static boolean move(ObjectNode save, ObjectNode identifiers, Move move) {
            String from = identifiers.path(move.from).asString("");
            if (from.isEmpty() || identifiers.has(move.to.getName())) {
                return false;
            }
            String to = move.to.getSimpleName();
            identifiers.put(move.to.getName(), to);
            for (JsonNode archetype : save.path("archetypes")) {
                if (archetype instanceof ArrayNode names
                        && names.valueStream()
                                .anyMatch(name -> name.asString("").equals(from))) {
                    names.add(to);
                }
            }
            for (JsonNode entity : save.path("entities")) {
                if (entity.path("components") instanceof ObjectNode components
                        && components.path(from) instanceof ObjectNode old) {
                    ObjectNode fields = components.putObject(to);
                    for (String field : move.fields) {
                        JsonNode value = old.remove(field);
                        if (value != null) {
                            fields.set(field, value);
                        }
                    }
                }
            }
            return true;
        }
    }
}
