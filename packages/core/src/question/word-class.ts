import type { Word } from './read-words.ts';

/**
 * - `function`: word of grammar.
 * - `form`: asks for a form of answer ("example", "more").
 * - `light`: describes what the reader wants of a topic ("price", "install"); not a topic by itself.
 * - `specific`: can be a topic.
 */
export type WordClass = 'function' | 'form' | 'light' | 'specific';

const listOf = (list: string): readonly string[] => list.trim().split(/\s+/u);
export const setOf = (list: string): ReadonlySet<string> => new Set(listOf(list));
/** Nouns and their plurals. Includes wrong forms, which do no harm. */
const plurals = (list: string): readonly string[] =>
  listOf(list).flatMap((noun) => [noun, `${noun}s`, `${noun.replace(/y$/u, 'ie')}s`]);

/** Nouns that describe what the reader wants of a topic. They are the topic only if there is no other: "what is a parameter?". */
export const LIGHT_NOUNS: ReadonlySet<string> = new Set(
  plurals(`usage thing stuff kind type sort part piece difference similarity reason purpose point benefit advantage disadvantage pro con
drawback feature option choice alternative step requirement prerequisite limit limitation restriction price fee problem issue solution
case condition circumstance version name number amount list place time year day result effect impact role value default parameter
argument setting syntax definition symptom consequence size length duration age date approach side`),
);

const FUNCTION: ReadonlySet<string> = new Set(
  listOf(`
a about above across after again against all along already also although always am among an and any anybody anyone anything are
aren't around as at away back be because been before behind being below beside besides between beyond both but by can can't cannot
could couldn't did didn't do does doesn't doing don't done down during each either else ever every everybody everyone everything
except few for from had hadn't has hasn't have haven't having he he's her here hers herself him himself his how how's however i i'd
i'll i'm i've if in inside instead into is isn't it it'd it'll it's its itself just less let let's lot lots many may maybe me might
mine moment more most much must my myself near neither never no nobody none nor not nothing now of off often on once one ones only onto or
other others otherwise ought our ours out outside over own per perhaps quite rather really rid same shall she she's should shouldn't
since so some somebody someone something sometimes soon still such than that that's the their theirs them themselves then there
there's these they they'll they're they've this those though through throughout thus till to together too toward towards two under
unless until up upon us usually versus very via vs was wasn't we we'll we're we've were weren't what what's whatever when whenever where
where's wherever whether which whichever while who who's whom whose why why's will with within without won't would wouldn't yes yet
you you'd you'll you're you've your yours yourself
hi hello hey thanks thank please ok okay well sure great nice fine cool good sorry hmm oh ah yeah yep nope anyway btw way ways`),
);

const FORM: ReadonlySet<string> = new Set([
  ...inflected(`show give tell explain elaborate describe clarify summarize summarise continue mean say talk know understand wonder see
look hear ask question answer mention confuse believe think`),
  ...plurals(
    `example sample snippet code demo illustration explanation description detail summary word information info`,
  ),
  ...listOf(`shown given told meant said known understood seen heard thought curious deeper further exactly simpler simply first second
third fourth fifth last next previous former latter another different true correct right wrong certain`),
]);

const LIGHT: ReadonlySet<string> = new Set([
  ...inflected(`use get make work need want happen help find try take put keep start begin stop end finish go come change set add create
remove delete edit update upgrade configure install uninstall run enable disable turn apply obtain provide support allow cause include
contain exist require recommend suggest prefer choose pick select check verify fix solve handle manage define compare differ access write
read receive return download pay buy cost charge wait expire exceed increase decrease reduce improve learn like love expect matter affect
involve relate refer belong occur become seem appear feel expand qualify decide`),
  ...listOf(
    `got gotten made found took taken put kept began begun went gone came chose chosen written wrote ran paid bought felt became`,
  ),
  ...LIGHT_NOUNS,
  ...listOf(`new newer newest old older oldest better best worse worst big bigger biggest small smaller smallest large larger largest long
longer longest short shorter shortest fast faster fastest slow slower slowest easy easier easiest quick quicker quickest simple simplest
safe safer safest cheap cheaper cheapest high higher highest low lower lowest hard harder hardest difficult expensive important main
major common popular typical similar available possible necessary required recommended real exact actual actually current currently
latest whole entire full extra additional specific specifically general generally basic several various free able worth useful famous
well-known likely bad`),
]);

/** Words that are neither the topic nor an aspect of it: "support" and "anything", but not "limit". */
export const NO_TOPICS: ReadonlySet<string> = new Set([...FUNCTION, ...FORM, ...LIGHT]).difference(LIGHT_NOUNS);

/** Verbs with their endings. Includes wrong forms, which do no harm. */
function inflected(list: string): readonly string[] {
  return listOf(list).flatMap((verb) => {
    const stem = verb.replace(/e$/u, '');
    const doubled = `${verb}${verb.at(-1)!}`;
    const plural = verb.replace(/y$/u, 'ie');
    return [
      verb,
      `${verb}s`,
      `${verb}es`,
      `${plural}s`,
      `${plural}d`,
      `${stem}ed`,
      `${stem}ing`,
      `${doubled}ed`,
      `${doubled}ing`,
    ];
  });
}

const IDENTIFIER = /[\p{N}_/@:+#$]|[^.]\.[^.]|^[.-]|\p{Ll}\p{Lu}/u;

/** True for versions, flags, paths and calls, words in capitals, and capitalised words inside a sentence. */
export function isName({ text, border }: Word): boolean {
  if (text.length > 1 && (IDENTIFIER.test(text) || /^\p{Lu}{2,}s?$/u.test(text))) return true;
  return border !== 'sentence' && /^\p{Lu}/u.test(text) && !/^I(?:['’]|$)/u.test(text);
}

/** Returns the class of a word. Inside a sentence a capital marks a name: "the Get call" has one, "get it" has none. */
export function wordClass(word: Word): WordClass {
  if (FUNCTION.has(word.lower)) return 'function';
  if (isName(word)) return 'specific';
  if (FORM.has(word.lower)) return 'form';
  return LIGHT.has(word.lower) ? 'light' : 'specific';
}
