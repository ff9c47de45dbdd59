import { seededRandom, type Random } from './random.ts';

const WORDS = 20_000;
const TOPICS = 60;
const WORDS_OF_TOPIC = 400;

const ONSETS = [
  'b',
  'br',
  'c',
  'cl',
  'd',
  'dr',
  'f',
  'fl',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'qu',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'w',
  'z',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io', 'ou'];
const CODAS = ['', '', 'l', 'm', 'n', 'r', 'x', 'nd', 'rt', 'ck', 'sh'];

/** Common function words of English text. `word` draws them with about their usual share. */
const FUNCTION_WORDS =
  'the of and to a in is that for it as with on by this be are from or an which you can when not will if at has its into all one then only each other more their use your we was so no any these they than but may must have been there where how'.split(
    ' ',
  );

/** Made-up words with frequencies by Zipf's law, grouped so that pages have subjects. */
export interface Vocabulary {
  readonly topics: number;
  /** A word of running text on a topic, including function words. */
  word(random: Random, topic: number): string;
  /** A content word; words related to the topic are more frequent. */
  topicWord(random: Random, topic: number): string;
}

export function vocabulary(): Vocabulary {
  const random = seededRandom(1);
  const known = new Set<string>();
  while (known.size < WORDS) {
    const syllables = 2 + random.whole(2);
    let word = '';
    for (let i = 0; i < syllables; i++) word += random.pick(ONSETS) + random.pick(VOWELS);
    known.add(word + random.pick(CODAS));
  }
  const words = [...known];
  const topics = Array.from({ length: TOPICS }, () => Array.from({ length: WORDS_OF_TOPIC }, () => random.pick(words)));
  const common = zipf(FUNCTION_WORDS.length);
  const all = zipf(WORDS);
  const own = zipf(WORDS_OF_TOPIC);
  const topicWord = (source: Random, topic: number): string => topics[topic % TOPICS]![own(source)]!;
  return {
    topics: TOPICS,
    topicWord,
    word(source, topic) {
      const kind = source.next();
      if (kind < 0.42) return FUNCTION_WORDS[common(source)]!;
      return kind < 0.8 ? topicWord(source, topic) : words[all(source)]!;
    },
  };
}

/** Draws ranks from 0 with probability proportional to 1 / (rank + 1). */
function zipf(size: number): (random: Random) => number {
  const sums = new Float64Array(size);
  let total = 0;
  for (let rank = 0; rank < size; rank++) sums[rank] = total += 1 / (rank + 1);
  return (random) => {
    const at = random.next() * total;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
