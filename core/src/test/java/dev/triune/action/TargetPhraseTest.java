/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step.InvalidStepException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What models write for the name of a target, and what it may stand for. */
class TargetPhraseTest {
    private static final String REFUSED = "-";

    private final ActionCatalog catalog = ActionCatalog.builder()
            .action("attack", "attack", Field.target("target"))
            .action("gather", "collect", Field.target("target", "tree", "bush"))
            .action("give", "give", Field.target("target", "person"))
            .build();

    private static final List<VisibleObject> VILLAGE = List.of(
            VisibleObject.of("Mira", "person"),
            VisibleObject.of("old oak tree", "tree"),
            VisibleObject.of("wolf", "enemy"),
            VisibleObject.of("Tom Baker", "person"),
            VisibleObject.of("berry bush", "bush"),
            VisibleObject.of("door 2", "door"));

    private static final List<VisibleObject> CASTLE = List.of(
            VisibleObject.of("Hilda", "person").withRole("captain"),
            VisibleObject.of("Bruno", "person").withRole("gate guard"),
            VisibleObject.of("Odo", "person").withRole("gate guard"),
            VisibleObject.of("Marta", "person").withRole("cook"),
            VisibleObject.of("James", "person"),
            VisibleObject.of("statue of Marta", "statue"),
            VisibleObject.of("door 1", "door"),
            VisibleObject.of("door 12", "door"),
            VisibleObject.of("tower key", "key"),
            VisibleObject.of("kitchen key", "key"),
            VisibleObject.of("Graf Otto", "person"),
            VisibleObject.of("волк", "зверь"),
            VisibleObject.of("狼", "动物"));

    @ParameterizedTest(name = "{0} \"{1}\" means {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                // the phrase begins with a name, or with its kind
                "attack | wolf                          | wolf",
                "attack | The  WOLF.                    | wolf",
                "attack | wolf near Mira                | wolf",
                "attack | wolf (chasing Mira)           | wolf",
                "attack | the wolf that attacked Mira   | wolf",
                "attack | wolf chasing Mira             | wolf",
                "attack | wolf, not Mira                | wolf",
                "attack | the enemy wolf                | wolf",
                "attack | enemy: wolf                   | wolf",
                "attack | that wolf                     | wolf",
                "attack | enemy near Mira               | wolf",
                "attack | the nearest enemy             | wolf",
                "attack | Mira, please                  | Mira",
                "give   | Tom Baker, not Mira           | Tom Baker",
                "give   | Tom                           | Tom Baker",
                "give   | Tom, the baker                | Tom Baker",
                "give   | person Mira                   | Mira",
                "gather | old oak tree behind door 2    | old oak tree",
                "gather | old oak tree (3 m away)       | old oak tree",
                "gather | tree: old oak tree            | old oak tree",
                "gather | an oak                        | old oak tree",
                "gather | the tree by the road          | old oak tree",
                // plural and singular, slips of spelling
                "attack | wolves                        | wolf",
                "gather | berry bushes                  | berry bush",
                "gather | berries                       | berry bush",
                "gather | berries from the bush near Mira | berry bush",
                "gather | trees                         | old oak tree",
                "gather | bery bush behind the well     | berry bush",
                "give   | Mara                          | Mira",
                // a name after a preposition or a negation, or in a genitive
                "attack | near Mira                     | -",
                "attack | anyone but Mira               | -",
                "attack | everybody except Mira         | -",
                "attack | nobody, I like Mira           | -",
                "attack | not the wolf                  | -",
                "attack | no wolf                       | -",
                "attack | don't attack Mira             | -",
                "attack | I do not want to attack Mira or the wolf | -",
                "attack | bandit behind Tom Baker       | -",
                "attack | the enemy of Tom Baker        | -",
                "attack | Mira's attacker               | -",
                "attack | Mira’s attacker               | -",
                "attack | Mira's                        | -",
                "give   | Mira's brother                | -",
                "give   | the friend of Mira            | -",
                "give   | somebody like Mira            | -",
                "gather | pine tree                     | -",
                "gather | Mira                          | -",
                "gather | bushes of Mira                | -",
                // digits must match
                "attack | door 2                        | door 2",
                "attack | door2                         | door 2",
                "attack | Door No. 2                    | -",
                "attack | door                          | door 2",
                "attack | door 1                        | -",
                "attack | door 3                        | -",
                "attack | door 12                       | -",
                "attack | door 22                       | -",
                "attack | door two                      | door 2",
                "attack | door one                      | -",
                "attack | wolf 2                        | -",
                // two are named
                "attack | Mira or the wolf              | ? Mira, wolf",
                "attack | Mira and Tom Baker            | ? Mira, Tom Baker",
                "attack | Mira, wolf                    | ? Mira, wolf",
                "attack | wolf/Mira                     | ? wolf, Mira",
                "give   | Mira & Tom                    | ? Mira, Tom Baker",
                // other languages
                "attack | den Wolf                      | wolf",
                "attack | der Wolf neben Mira           | wolf",
                "attack | le wolf                       | wolf",
                "attack | Miras Wolf                    | -",
                "attack | alle außer Mira               | -",
                "attack | nicht Mira                    | -",
                "attack | l'ami de Mira                 | -",
                "attack | todos menos Mira              | -"
            })
    void phraseIsMatchedInAVillage(String action, String phrase, String meant) {
        assertThat(meaning(action, phrase, VILLAGE)).isEqualTo(meant);
    }

    @ParameterizedTest(name = "{0} \"{1}\" means {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "give   | the captain                   | Hilda",
                "give   | captain Hilda                 | Hilda",
                "give   | Hilda the captain             | Hilda",
                "give   | the cook                      | Marta",
                "give   | COOK Marta                    | Marta",
                "give   | cook near Hilda               | Marta",
                "give   | the cook's friend             | -",
                "give   | captain Marta                 | -",
                "give   | the gate guard                | ? Bruno, Odo",
                "give   | guard                         | ? Bruno, Odo",
                "give   | gate guard Odo                | Odo",
                "give   | the healer                    | -",
                "give   | James                         | James",
                "give   | James' sister                 | -",
                "attack | Marta                         | Marta",
                "attack | statue                        | statue of Marta",
                "attack | statue of Marta               | statue of Marta",
                "attack | statue of Marta near door 1   | statue of Marta",
                "attack | statue of Hilda               | -",
                "attack | door 1                        | door 1",
                "attack | door 12                       | door 12",
                "attack | door 2                        | -",
                "attack | door 11                       | -",
                "attack | door 121                      | -",
                "attack | door                          | door 1",
                "attack | key                           | tower key",
                "attack | the tower key                 | tower key",
                "attack | cellar key                    | -",
                "attack | key to the tower              | -",
                "give   | den Grafen Otto               | Graf Otto",
                "give   | Graf Otto hinter Hilda        | Graf Otto",
                "give   | Grafen Ottos Bruder           | -",
                "attack | волк возле Hilda              | волк",
                "attack | не волк                       | -",
                "attack | зверь                         | волк",
                "attack | 狼                             | 狼",
                "attack | 不是狼                         | -"
            })
    void phraseIsMatchedInACastle(String action, String phrase, String meant) {
        assertThat(meaning(action, phrase, CASTLE)).isEqualTo(meant);
    }

    private String meaning(String action, String phrase, List<VisibleObject> visible) {
        try {
            return catalog.resolveTargets(Step.of(action).with("target", phrase), visible)
                    .text("target");
        } catch (InvalidStepException e) {
            return e.reason().contains("more than one")
                    ? "? " + e.expected().replace("one of ", "")
                    : REFUSED;
        }
    }
}
