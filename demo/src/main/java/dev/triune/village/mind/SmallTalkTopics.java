/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What villagers talk about when nothing presses, by trade and in general, as templates of {@link
 * Phrases}.
 */
final class SmallTalkTopics {
    /** What presses when the fire is low. */
    static final Topic FIRE = topic(
            "fire|smoke|embers",
            List.of(
                    "the fire is {nearly|almost|as good as} out, and the {night|cold|dark} will "
                            + "not wait for {us|anybody|wood}.",
                    "look at the fire. {Another|One more} {hour|while|story} and it is "
                            + "{ash|smoke|gone|history}.",
                    "who {looks after|sits by|feeds|watches} the fire {today|tonight|this "
                            + "time|while we talk}?"),
            List.of(
                    "I'll bring {wood|an armful|what I can carry}, if you sit by it until {I am "
                            + "back|the evening|then}.",
                    "it always goes out when nobody thinks it is their {turn|wood|business}.",
                    "{three|four|five} pieces of wood would do until {midnight|morning|supper}.",
                    "my {grandmother|grandfather|aunt} kept a fire going for {a whole "
                            + "winter|forty days|a year}."));

    /** What presses when there is little to eat. */
    static final Topic FOOD = topic(
            "storehouse|hungry|left to eat|meals?|hunger",
            List.of(
                    "have you seen the storehouse? There is {hardly anything|next to "
                            + "nothing|little} left to eat.",
                    "if nobody brings {food|berries|grain} today, we {go to bed|wake up|sit "
                            + "here} hungry.",
                    "{one|two} more {days|mornings} like this and the storehouse is "
                            + "{empty|bare|for the mice}."),
            List.of(
                    "then it is berries {for us|for supper|again} today, before the "
                            + "{others|birds|mice} think of it.",
                    "I was hungry when I {rose|slept|came here}, and I will be when I {lie "
                            + "down|leave|eat}.",
                    "we should cook what there is. A meal lasts longer than {a "
                            + "handful|berries|good words}.",
                    "leave it to me. I know where the {best|last|sweetest} berries are."));

    /** What anybody may speak of. */
    static final List<Topic> ANY = List.of(
            topic(
                    "the work|hands|finished",
                    List.of(
                            "good {to see you|to have you here|day}. How {is|goes} the work{| "
                                    + "today| so far}?",
                            "and, does the work go {well|as it should|on}?",
                            "are you finished with {today's work|the work of yesterday|anything "
                                    + "at all}?"),
                    List.of(
                            "slow, but {it moves|it goes on|nobody complains}. And {yours|your "
                                    + "hands|you}?",
                            "my {back|knee|thumb} says {rain|storm|rest}, and it is "
                                    + "{never|seldom} wrong.",
                            "one pair of hands more and it would be {done|finished} {by noon|by "
                                    + "now|today}.",
                            "the work is never finished, {it only changes its name|it just "
                                    + "waits|that I have learned}.")),
            topic(
                    "owl|birds?|geese",
                    List.of(
                            "I heard an owl over the {river|forest|field} {last night|before "
                                    + "dawn|at midnight}.",
                            "the {birds|geese} are {late|early|restless} this {year|autumn|week}."),
                    List.of(
                            "that was no owl. That was {Bram|the wind|my stomach}, "
                                    + "{singing|snoring|complaining}.",
                            "my mother said an owl means {guests|luck|a long winter}.",
                            "I sleep too {well|little|deep} to hear birds.",
                            "{once|as a child} I kept {an owl|a goose} in {a basket|the shed|my "
                                    + "hood}.")),
            topic(
                    "evening|stories|story|flood|song",
                    List.of(
                            "come to the {fire|square} this evening, will you?",
                            "tell us a story {tonight|by the fire|when it is dark}.",
                            "who {knows|remembers} the song of the {flood|two brothers|miller}?"),
                    List.of(
                            "if my feet carry me that far, {gladly|I come|why not}.",
                            "only if somebody tells the one about the {flood|bear|bride|giant}.",
                            "keep me a place {out of the smoke|by the wall|next to you} this "
                                    + "evening.",
                            "I have {heard|told} every story there is, {twice|and half of them "
                                    + "are mine|but go on}.")),
            topic(
                    "berr(y|ies)|sweet|honey",
                    List.of(
                            "the berries are {sweet|small|plentiful} this year.",
                            "have you been at the berries {today|again|already}?",
                            "I found {honey|red berries|sweet roots} {behind the field|by the "
                                    + "river|under the oak}."),
                    List.of(
                            "sweet years are followed by {hard|long|grey} winters.",
                            "you only say that because you do not {carry|pick|wash} them.",
                            "then let us {dry|boil|hide} some berries while they last.",
                            "berries are well enough, but {honey|bread|a roast} is "
                                    + "{better|another thing}.")),
            topic(
                    "winter|snow|cold|frost",
                    List.of(
                            "I can {smell|feel|taste} the winter {already|in the air|in the "
                                    + "mornings}.",
                            "it was {cold|bitterly cold|colder} {last night|this morning|at the "
                                    + "river|in the field}, was it?",
                            "do you {think|believe|hope} the snow comes {early|late|at all} "
                                    + "{this year|this time|now}?"),
                    List.of(
                            "then let us have more {wood|stores|blankets} than last winter.",
                            "every {year|autumn} you say so, and every {year|autumn} you are "
                                    + "right.",
                            "I'll mend my {roof|door|coat} before the {frost|snow} comes.",
                            "cold {hands|feet}, {warm heart|clear head|bad temper}, my mother "
                                    + "used to say.")),
            topic(
                    "storm|weather|clouds?|rain|wind",
                    List.of(
                            "the wind has {turned|dropped|risen}. Did you {notice|feel it|hear "
                                    + "it}{| too| last night}?",
                            "those clouds {mean|bring|promise} {rain|no good|a change}.",
                            "what do you {make of|say to} the {weather|wind|clouds} {today|this "
                                    + "week|over there}?"),
                    List.of(
                            "it smells of {a storm|rain|wet earth}. We should bring things in.",
                            "a little {rain|wind} has never hurt {anybody|a roof|me}.",
                            "ask {the elder|your knees|the swallows}. {Old bones|They} know the "
                                    + "weather.",
                            "clouds like {wool|smoke|fish}: {two days|a day}, and it rains.")),
            topic(
                    "wol(f|ves)|howl|tracks",
                    List.of(
                            "there are tracks {behind the forest|by the field|near the river}. "
                                    + "{Big|Fresh|Deep} ones.",
                            "did it howl {again|so loud|twice} {last night|at dawn|while I "
                                    + "slept|behind the field}?"),
                    List.of(
                            "nobody should go {there|out|that far} alone.",
                            "a dog, I say. A {large, sad|lost|grey} dog.",
                            "as long as the {fire|torches} {burns|burn}, a wolf stays away.",
                            "tracks? {Mine|A deer's|The youngster's}, I {bet|hope|think}.")),
            topic(
                    "dreams?|dreamt|sleep|slept",
                    List.of(
                            "I dreamt of {bread|the sea|my father|flying|a white horse|rain}{, "
                                    + "can you believe it?|, of all things.| again.}",
                            "how did you sleep{| last night|, with that wind|, old friend}{?|? I "
                                    + "hardly did.|? I dreamt of the river.}"),
                    List.of(
                            "like a {stone|log|bear}, until {the cock|my neighbour|the cold} "
                                    + "thought otherwise.",
                            "I dreamt of {the sea|a tower|snow in summer}, and I have never seen "
                                    + "{it|one|such a thing}.",
                            "badly. I kept {counting|thinking of} what is left to do.",
                            "who sleeps {well|long} has {no worries|no children|a good bed}.")),
            topic(
                    "roads?|strangers?|travell?ers?|salt",
                    List.of(
                            "no traveller for {weeks|a month|ages}. Is the road {still "
                                    + "there|washed away|open}{| at all}?",
                            "we need {salt|news from the road|a traveller with salt}{|, and "
                                    + "nobody brings any|, and soon|, I tell you}."),
                    List.of(
                            "strangers bring {salt|news|songs} and {trouble|fleas|questions}, in "
                                    + "that order.",
                            "I would like to see where that road {ends|goes|comes from}.",
                            "who would come here without {a reason|salt|losing the road}?",
                            "the last traveller {sold me a knife|ate for three|slept in my "
                                    + "shed}, and {was gone|that was that}.")),
            topic(
                    "children|young|old days|years ago|remember when",
                    List.of(
                            "in the old days {everybody|the whole village|my family} "
                                    + "{sang|danced|met} at {work|supper|the well}.",
                            "we were young once, too{.|. Do you believe it?| - or so I am told.}",
                            "do you remember when {the river froze|the goat got out|we built the "
                                    + "square|the roof flew off|it snowed in May}{| that year}?"),
                    List.of(
                            "in the old days there was less to {carry|count|worry about}.",
                            "sing, then. I'll join in at the {second verse|end|chorus}.",
                            "I like these days {well enough|better|just as much}.",
                            "years ago you {told it|said it} {otherwise|with more salt|better}.")),
            topic(
                    "river|fish|swim|water",
                    List.of(
                            "the river is {low|high|loud|muddy} {for the season|today|again}.",
                            "I saw a fish as long as my {arm|leg|boat} {today|by the "
                                    + "stones|yesterday}."),
                    List.of(
                            "it will {fill|sink|calm down} again. It always has.",
                            "your {arm|fish|river} grows with every telling.",
                            "a good day for {washing|swimming|sitting by the river}, at any rate.",
                            "{cold|clear} water, {that is what I need|nothing better|and not a "
                                    + "fish to be seen}.")));

    private SmallTalkTopics() {}

    /** Returns what somebody of a trade likes to speak of. */
    static Topic of(String trade) {
        return switch (trade) {
            case "builder" ->
                topic(
                        "walls?|roofs?|straight|house|build|stone",
                        List.of(
                                "that wall {stands|is|looks} as straight as a "
                                        + "{pine|spear|candle|plumb line}.",
                                "we need {more|better|flat} stone{| for the next house|, and "
                                        + "straight beams|, I keep saying it}."),
                        List.of(
                                "a straight wall keeps no warmth if the roof {leaks|is thin|sags}.",
                                "you could build me a {bench|shelf|door} {one day|before winter}.",
                                "{walls|roofs} {first|last}, that is what my father said."));
            case "cook" ->
                topic(
                        "bread|pots?|dough|soup|cook",
                        List.of(
                                "my {pot|bowl|basket} is empty. {Bring|Find|Get} me "
                                        + "{berries|roots|anything} for the pot!",
                                "{soup|dough|bread} wants {patience|time|care}{| and a quiet "
                                        + "fire|, not hands|, like all of us}."),
                        List.of(
                                "what you cook makes the day {shorter|better|longer}.",
                                "I'll bring you what I {find|can spare|pick}.",
                                "your {soup|bread} {of yesterday|of last week} was {the best|not "
                                        + "bad} so far."));
            case "healer" ->
                topic(
                        "herbs?|cough|pale|health|bandages?",
                        List.of(
                                "you look {pale|a little pale|less pale}. Do you "
                                        + "{sleep|eat|rest} enough{| these days}?",
                                "is that cough {better|gone|still there}{| today|, or do you "
                                        + "hide it}?"),
                        List.of(
                                "nothing that a {warm meal|long sleep|walk} would not mend.",
                                "thank you for asking. It is {better|nothing|the dust}.",
                                "your herbs {taste of mud|work wonders|smell like the river}."));
            case "woodcutter" ->
                topic(
                        "trees?|wood|axe|forest|pine",
                        List.of(
                                "{an old|a tall|a rotten} tree came down by itself{| last "
                                        + "night|, roots and all|, thank the wind}.",
                                "my axe is blunt again{.|. Who used it?|, and so am I.}"),
                        List.of(
                                "the forest gives and the forest {takes|keeps count|waits}.",
                                "thanks for the wood. Nobody says it {often enough|to you|aloud}.",
                                "one {tree|pine} more or less: {the forest stands.|who counts "
                                        + "them?}"));
            case "farmer" ->
                topic(
                        "soil|grain|harvest|field|seeds?",
                        List.of(
                                "the soil is {good|dry|heavy|black} {this year|by the river|up "
                                        + "there}.",
                                "{rise|get up} early, I say. {Soil|Grain|A field} waits for "
                                        + "{nobody|no man|none of us}."),
                        List.of(
                                "you and your soil. But you feed us, so {go on|tell me|dig}.",
                                "early? The {sun|cock|field} and you have a secret.",
                                "may the harvest be {as good as your word|better than the "
                                        + "last|early}."));
            case "trader" ->
                topic(
                        "trade|bargain|market|coins?|amber|what is new",
                        List.of(
                                "I know a man who would give {amber|a knife|cloth} for "
                                        + "{wood|honey|grain}.",
                                "what is new {here|with you|since yesterday|at the square}?"),
                        List.of(
                                "with you {everything|every word|a greeting} is a bargain.",
                                "keep your {amber|coins|bargain}. I need a {blanket|pot|rope}.",
                                "ask me at the {next|autumn} market."));
            case "elder" ->
                topic(
                        "winters?|ancestors?|table|together|sit with",
                        List.of(
                                "I have seen {sixty|sixty-one|too many} winters, and none "
                                        + "{alone|like this|without snow}.",
                                "sit with me{| for a while|, the day is long| and tell me about "
                                        + "the winters}{.|, will you?|. My legs are tired.}"),
                        List.of(
                                "then you know what to do in the next {one|winter|hard year}.",
                                "I'll sit with you when {the sun is down|the work is done|my "
                                        + "back allows}.",
                                "together {we are slow, but we arrive|or not at all}, the "
                                        + "ancestors said."));
            default ->
                topic(
                        "hide|race|climb|secret|behind|knees",
                        List.of(
                                "race you to the {well|square|river|forest}{!|, first one "
                                        + "hides!|, and back!}",
                                "what do you {think|guess} is behind the {quarry|forest|hills}{| "
                                        + "really|, a secret}?"),
                        List.of(
                                "my knees say {no|tomorrow|that is far}.",
                                "stones, and behind them {more stones|the same again|a goat}.",
                                "when I was your age I {asked|wondered|ran} the same."));
        };
    }

    private static Topic topic(String signs, List<String> openings, List<String> replies) {
        return new Topic(Pattern.compile("\\b(?:" + signs + ")\\b"), openings, replies);
    }

    /** Something to speak of. Immutable. */
    record Topic(Pattern signs, List<String> openings, List<String> replies) {
        boolean isIn(String text) {
            return signs.matcher(text.toLowerCase(Locale.ROOT)).find();
        }
    }
}
