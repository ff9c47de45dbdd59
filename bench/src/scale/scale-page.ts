import { tokenize } from '@ibid/core';
import type { Chunk, IndexedChunk, IndexedPage, PageVectors } from '@ibid/core/types';
import { chunkId } from '@ibid/core/chunk';
import { seededRandom } from '../corpus/random.ts';
import type { Vocabulary } from '../corpus/vocabulary.ts';
import { nearVector } from './near-vector.ts';

export const PASSAGES_OF_PAGE = 10;
/** About a thousand characters, like real passages of 300 tokens. */
const WORDS_OF_PASSAGE = 150;
const MODULES = 20;

export interface ScalePage {
  readonly page: IndexedPage;
  readonly vectors: PageVectors;
}

/**
 * Page `index` of a site of any size, ready for a store without parsing or embedding. Words follow Zipf's law within a topic. Vectors
 * cluster by topic and page, so that nearest passages are as close as with real embedders.
 */
export function scalePage(index: number, words: Vocabulary, space: { id: string; dimensions: number }): ScalePage {
  const random = seededRandom(index * 7919 + 17);
  const topic = index % words.topics;
  const url = `https://bench.example.org/part-${String(index % MODULES).padStart(2, '0')}/page-${index}`;
  const title = `${words.topicWord(random, topic)} ${words.topicWord(random, topic)}`;
  const texts: string[] = [];
  const chunks: IndexedChunk[] = [];
  let start = 0;
  for (let position = 0; position < PASSAGES_OF_PAGE; position++) {
    const heading = `${words.topicWord(random, topic)} ${words.topicWord(random, topic)} ${position}`;
    const body = Array.from({ length: WORDS_OF_PASSAGE }, () => words.word(random, topic));
    const text = body.join(' ');
    texts.push(text);
    chunks.push({
      chunk: passage({ url, title, heading, text, start, position, module: `part-${index % MODULES}` }),
      terms: { title: counts(title.split(' ')), headings: counts(heading.split(' ')), body: counts(body) },
    });
    start += text.length + 2;
  }
  const near = (seed: number): Float32Array => nearVector(space.dimensions, [topic, words.topics + index, seed]);
  const first = 1_000_003 * (index + 1);
  return {
    page: {
      url,
      title,
      revision: '1',
      sourceFile: `page-${index}.md`,
      text: texts.join('\n\n'),
      chunks,
      diagnostics: [],
    },
    vectors: {
      url,
      spaceId: space.id,
      passages: chunks.map((_, position) => near(first + position)),
      headings: chunks.map((_, position) => near(first + PASSAGES_OF_PAGE + position)),
    },
  };
}

function passage(given: {
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly start: number;
  readonly position: number;
  readonly module: string;
}): Chunk {
  const { url, title, heading, text, start, position, module } = given;
  return {
    id: chunkId(url, heading, 0),
    url,
    title,
    heading,
    headings: [heading],
    anchor: `section-${position}`,
    text,
    start,
    end: start + text.length,
    lead: '',
    spans: [{ kind: 'paragraph', start: 0, end: text.length, group: 0, ordinal: 0, language: '', depth: 0 }],
    marks: [],
    index: 0,
    indexInSection: 0,
    indexInPage: position,
    chunksInPage: PASSAGES_OF_PAGE,
    tokens: WORDS_OF_PASSAGE * 2,
    sourceFile: `${module}.md`,
    locale: 'en',
    version: '',
    module,
  };
}

/** Caches which words are terms: function words are not, as in a real index. */
const termOf = new Map<string, boolean>();

function counts(words: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const word of words) {
    const isTerm = termOf.get(word) ?? tokenize(word).length > 0;
    termOf.set(word, isTerm);
    if (isTerm) found.set(word, (found.get(word) ?? 0) + 1);
  }
  return found;
}
