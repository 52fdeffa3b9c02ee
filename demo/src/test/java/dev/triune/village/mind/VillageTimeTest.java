/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.village.world.Calendar;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When what villagers promise is due. */
class VillageTimeTest {
    @ParameterizedTest
    @CsvSource({
        "bring Edda bread, 2, 10",
        "bring Edda bread tomorrow, 3, 0",
        "I come tomorrow evening, 3, 18",
        "at the square tomorrow at 9, 3, 9",
        "meet you at 14:30, 2, 14",
        "8 o'clock at the well, 2, 10",
        "the feast on day 4, 4, 0",
        "bread before tomorrow noon, 2, 10",
        "a song this afternoon, 2, 13"
    })
    void promiseIsDueWhenItsWordsSay(String words, long day, int hour) {
        assertThat(new VillageTime().due(words, Calendar.tick(2, 10)))
                .isEqualTo(Calendar.tick(day, hour));
    }
}
