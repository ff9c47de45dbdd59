import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tokenize } from '@ibid/core';
import { SECTIONS_OF_PAGE, syntheticPage } from './synthetic-page.ts';
import { vocabulary } from './vocabulary.ts';

export interface AskedQuestion {
  readonly text: string;
  /** The same text without function words. */
  readonly contentWords: string;
  /** Address of the page that the question was made from. */
  readonly url: string;
}

export interface WrittenCorpus {
  readonly pages: number;
  readonly bytes: number;
  readonly questions: readonly AskedQuestion[];
}

export const SITE_URL = 'https://bench.example.org/';
const QUESTIONS = 200;

/** Writes Markdown of about `chunks` passages into `folder`, and returns questions spread over all of it. */
export async function writeCorpus(folder: string, chunks: number): Promise<WrittenCorpus> {
  const words = vocabulary();
  const pages = Math.max(1, Math.round(chunks / SECTIONS_OF_PAGE));
  const every = Math.max(1, Math.floor(pages / QUESTIONS));
  const questions: AskedQuestion[] = [];
  let bytes = 0;
  for (let index = 0; index < pages; index++) {
    const { path, markdown, question } = syntheticPage(index, words);
    const file = join(folder, `${path}.md`);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, markdown);
    bytes += Buffer.byteLength(markdown);
    if (index % every === 0 && questions.length < QUESTIONS) {
      questions.push({ text: question, contentWords: contentWords(question), url: SITE_URL + path });
    }
  }
  return { pages, bytes, questions };
}

/** Uses whole words instead of tokens, because the peers would not recognise Ibid's stems. */
function contentWords(question: string): string {
  return question
    .split(' ')
    .filter((word) => tokenize(word).length > 0)
    .join(' ');
}
