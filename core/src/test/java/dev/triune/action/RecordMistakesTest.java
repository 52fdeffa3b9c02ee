/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A mistake in a declaration is reported with its location, the problem and the remedy. */
class RecordMistakesTest {
    record OfList(List<String> things) {}

    record EmptyRange(@Range(min = 3, max = 2) int amount) {}

    record HalfRange(@Range(min = 0.5) int amount) {}

    record WideRange(@Range(max = 1e10) int amount) {}

    record NanRange(@Range(min = Double.NaN) double amount) {}

    record RangeOfText(@Range(min = 1) String text) {}

    record VisibleNumber(@Visible int target) {}

    record OneOfEnum(@OneOf("a") Empty choice) {}

    record Both(@Visible @OneOf("a") String target) {}

    record NoChoices(@OneOf({}) String target) {}

    record Padded(@OneOf("wood ") String target) {}

    record NoConstants(Empty empty) {}

    record TwoCases(Cases cases) {}

    record TwoMeanings(Twins twins) {}

    record KeyType(String type) {}

    record SameKey(String to, @Named("to") String from) {}

    record BadDefault(@Default("many") int amount) {}

    record DefaultOutOfRange(
            @Default("7") @Range(min = 1, max = 5) int amount) {}

    record MisspeltDefault(@Default("woodd") @OneOf("wood") String target) {}

    @Named("Big")
    record CapitalName() {}

    @Synonyms("two words")
    record BadSynonym() {}

    enum Empty {}

    enum Cases {
        A,
        a
    }

    enum Twins {
        @Synonyms("x")
        ONE,
        @Synonyms("x")
        TWO
    }

    sealed interface Twice permits First, Second {}

    record First() implements Twice {}

    @Named("first")
    record Second() implements Twice {}

    interface Open {}

    sealed interface WithClass permits Plain {}

    static final class Plain implements WithClass {}

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(OfList.class, "component things: java.util.List is no type of a field (ch"),
                mistake(EmptyRange.class, "component amount: field amount: range 3 to 2 is e"),
                mistake(HalfRange.class, "component amount: @Range 0.5 is no int (choose a whole"),
                mistake(WideRange.class, "component amount: @Range 1.0E10 is no int"),
                mistake(NanRange.class, "component amount: field amount: range NaN"),
                mistake(RangeOfText.class, "component text: @Range is for a number, not for Strin"),
                mistake(VisibleNumber.class, "component target: @Visible is for a String, not for"),
                mistake(OneOfEnum.class, "component choice: @OneOf is for a String, not for Empty"),
                mistake(Both.class, "component target: both @Visible and @OneOf (choose one)"),
                mistake(NoChoices.class, "component target: field target has no choices"),
                mistake(Padded.class, "component target: field target: choice \"wood \" is empt"),
                mistake(NoConstants.class, "component empty: field empty has no choices"),
                mistake(TwoCases.class, "component cases: field cases: choice a is there twi"),
                mistake(TwoMeanings.class, "component twins: field twins: synonym x is there tw"),
                mistake(KeyType.class, "component type: field type: the key type holds the name"),
                mistake(SameKey.class, "action same_key: two fields take the key to (name one ane"),
                mistake(BadDefault.class, "component amount: @Default \"many\": amount is no wh"),
                mistake(DefaultOutOfRange.class, "amount: @Default \"7\" (expected 1 to 5"),
                mistake(MisspeltDefault.class, "component target: @Default \"woodd\" (expected w"),
                mistake(CapitalName.class, "name Big has capitals (write it small)"),
                mistake(BadSynonym.class, "synonym of action bad_synonym \"two words\" (expected"),
                mistake(Twice.class, Second.class, "the name first is taken by action first"),
                mistake(Open.class, "is neither a record nor a sealed interface (declare it"),
                mistake(WithClass.class, Plain.class, "is neither a record nor a sealed"),
                mistake(String.class, "is neither a record nor a sealed interface"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void reportsMistakeWithItsLocation(Class<?> declared, String place, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActionCatalog.of(declared))
                .withMessageContaining(words)
                .satisfies(e -> assertThat(e.getMessage()).containsOnlyOnce(place));
    }

    @Test
    void rejectsAddingAnActionTwice() {
        ActionCatalog.Builder builder = ActionCatalog.builder().actions(First.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.actions(First.class))
                .withMessageContaining("the name first is taken by action first");
    }

    @Test
    void nameConflictReportsBothDeclarations() {
        ActionCatalog.Builder builder = ActionCatalog.builder().actions(First.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.actions(Second.class))
                .withMessageContaining("action first (" + Second.class.getName() + ")")
                .withMessageContaining("taken by action first (" + First.class.getName() + ")")
                .withMessageContaining("(choose another for one of them, as by @Named)");
    }

    private static Arguments mistake(Class<?> declared, String words) {
        return mistake(declared, declared, words);
    }

    private static Arguments mistake(Class<?> declared, Class<?> place, String words) {
        return Arguments.of(declared, place.getName(), words);
    }
}
