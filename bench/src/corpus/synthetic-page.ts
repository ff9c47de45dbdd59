import { seededRandom, type Random } from './random.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface SyntheticPage {
  /** Path without extension, such as `part-03/page-00041`. */
  readonly path: string;
  readonly markdown: string;
  /** Question about one of the page's sections. */
  readonly question: string;
}

/** Number of folders that the pages are spread over, so that a filter passes one twentieth. */
export const PARTS = 20;
export const SECTIONS_OF_PAGE = 10;

const HEADINGS = [
  'Configure the {a} {b}',
  'How {a} works',
  '{a} and {b}',
  'Use {a} with {b}',
  'Troubleshoot {a}',
  'Limits of {a}',
  'Migrate from {a} to {b}',
  'Reference: {a} {b}',
];
const QUESTIONS = [
  'How do I configure {a} with {b} when {c} is set?',
  'Why does {a} fail after {b} and {c}?',
  'What is the {a} of {b} in {c}?',
  'Can {a} be used without {b} for {c}?',
];

/** Page `index` of the corpus; the same in every corpus that is large enough to contain it. */
export function syntheticPage(index: number, words: Vocabulary): SyntheticPage {
  const random = seededRandom(index * 7919 + 17);
  const topic = index % words.topics;
  const part = String(index % PARTS).padStart(2, '0');
  const title = `${capital(words.topicWord(random, topic))} ${words.topicWord(random, topic)} ${words.topicWord(random, topic)}`;
  const asked = random.whole(SECTIONS_OF_PAGE);
  const lines = [`# ${title}`, ''];
  let question = '';
  for (let section = 0; section < SECTIONS_OF_PAGE; section++) {
    const terms = {
      a: words.topicWord(random, topic),
      b: words.topicWord(random, topic),
      c: words.topicWord(random, topic + 1),
    };
    if (section > 0) lines.push(`## ${capital(filled(random.pick(HEADINGS), terms))}`, '');
    lines.push(...sectionBody(random, words, topic, terms));
    if (section === asked) question = filled(random.pick(QUESTIONS), terms);
  }
  return { path: `part-${part}/page-${String(index).padStart(5, '0')}`, markdown: `${lines.join('\n')}\n`, question };
}

interface Terms {
  readonly a: string;
  readonly b: string;
  readonly c: string;
}

function sectionBody(random: Random, words: Vocabulary, topic: number, { a, b, c }: Terms): string[] {
  const lines = [`The ${a} needs ${b} before ${c}. ${sentences(random, words, topic, 3 + random.whole(3))}`, ''];
  const form = random.whole(4);
  if (form === 0) lines.push('```yaml', `${a}:`, `  ${b}: ${random.whole(100)}`, `  ${c}: true`, '```', '');
  if (form === 1) {
    for (let item = 0; item < 4; item++) lines.push(`- ${sentences(random, words, topic, 1)}`);
    lines.push('');
  }
  lines.push(sentences(random, words, topic, 3 + random.whole(4)), '');
  return lines;
}

function sentences(random: Random, words: Vocabulary, topic: number, count: number): string {
  return Array.from({ length: count }, () => {
    const length = 8 + random.whole(12);
    return `${capital(Array.from({ length }, () => words.word(random, topic)).join(' '))}.`;
  }).join(' ');
}

function filled(template: string, { a, b, c }: Terms): string {
  return template.replace('{a}', a).replace('{b}', b).replace('{c}', c);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
