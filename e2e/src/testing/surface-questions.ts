import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { evenly } from '../../../evals/src/evenly.ts';
import { openSourceCorpus, type Corpus } from '../../../evals/src/open-corpus.ts';
import { readTraps } from '../../../evals/src/traps/read-traps.ts';
import { trapPages } from '../../../evals/src/traps/trap-pages.ts';
import type { ScopedQuestion } from './ask-surfaces.ts';

const BOOK = join(import.meta.dirname, '../../../examples/physical-ai-book');

export interface Asked extends AsyncDisposable {
  readonly engine: Corpus['engine'];
  readonly questions: readonly ScopedQuestion[];
}

/** The sample book in its languages and versions, with `count` of its headings as questions, in the whole book and in scopes. */
export async function askBook(count: number): Promise<Asked> {
  const opened = await open(markdownSource({ root: BOOK, siteUrl: 'https://book.example.org/' }));
  const headings = new Map<string, string>();
  for await (const { url } of opened.engine.pages()) {
    for (const { heading, title } of (await opened.engine.page(new URL(url).pathname))?.content ?? [])
      headings.set(heading || title, url);
  }
  const questions = evenly([...headings], count).map(([text, page], at): ScopedQuestion => {
    const scopes = [{}, { locale: 'en' }, { locale: 'ur' }, { version: '2025' }, { version: 'current' }, { page }];
    return { text, scope: scopes[at % scopes.length]! };
  });
  return { ...opened, questions };
}

/** The pages and `count` questions of the traps. */
export async function askTraps(count: number): Promise<Asked> {
  const questions = evenly(await readTraps(), count).map(({ question }) => ({ text: question, scope: {} }));
  return { ...(await open(trapPages())), questions };
}

async function open(
  source: Parameters<typeof openSourceCorpus>[0],
): Promise<AsyncDisposable & { readonly engine: Corpus['engine'] }> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-surfaces-'));
  const { engine } = await openSourceCorpus(source, join(folder, 'index.db'));
  return {
    engine,
    async [Symbol.asyncDispose]() {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
}
