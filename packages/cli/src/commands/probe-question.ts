import {
  contentTokens,
  pathKey,
  settledDraft,
  splitSentences,
  type Chunk,
  type ChunkStore,
  type Engine,
} from '@ibid/core';

/** Pages that are looked at for a question, those nearest to the site's top. */
const MOST_PAGES = 20;
const MOST_LISTED = 2_000;
const LONGEST = 160;

/**
 * A question in the words of a page of the index, so that passages are found for it in whatever language the pages are. `undefined` when
 * the index has no page with text, or nothing is found for the words of any page.
 */
export async function probeQuestion(
  store: Pick<ChunkStore, 'listPages' | 'getPage'>,
  engine: Pick<Engine, 'find'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const path of await topPages(store, signal)) {
    const page = await store.getPage(path, { signal });
    if (page === undefined) continue;
    for (const words of subjects(page.content)) {
      // The words alone where the ones around them would draw the search away.
      for (const text of [`What do the pages say about “${words}”?`, `${words}?`]) {
        const question = { text, history: [] };
        const { passages, retrieval } = await engine.find(question, { signal });
        const isFound = passages.some(({ chunk }) => pathKey(chunk.url) === pathKey(path));
        const settled = settledDraft({ question, passages, evidence: retrieval.evidence });
        if (isFound && settled === undefined) return text;
      }
    }
  }
  return undefined;
}

async function topPages(store: Pick<ChunkStore, 'listPages'>, signal: AbortSignal): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const page of store.listPages({ signal })) {
    if (page.chunks > 0) paths.push(pathKey(page.url));
    if (paths.length === MOST_LISTED) break;
  }
  return paths.toSorted((a, b) => depth(a) - depth(b)).slice(0, MOST_PAGES);
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length;
}

/** What to ask a page about: its fullest sentence, else its fullest run of text, else its headings. */
function subjects(chunks: readonly Chunk[]): readonly string[] {
  const texts = (isProse: boolean): readonly string[] =>
    chunks.flatMap(({ text, spans }) =>
      spans
        .filter(({ kind }) => (kind === 'paragraph' || kind === 'item') === isProse && kind !== 'image')
        .map(({ start, end }) => text.slice(start, end)),
    );
  const sentences = texts(true).flatMap((text) => splitSentences(text).map(({ start, end }) => text.slice(start, end)));
  const found = [
    fullest(sentences.filter(({ length }) => length <= LONGEST)),
    fullest([...texts(true), ...texts(false)]),
  ];
  return [...found, chunks[0]?.heading, chunks[0]?.title].map(asSubject).filter((text) => text !== '');
}

function fullest(texts: readonly string[]): string | undefined {
  return texts
    .map((text) => ({ text, fullness: contentTokens(text).size }))
    .toSorted((a, b) => b.fullness - a.fullness)[0]?.text;
}

/** One line without marks at its end, cut between words. */
function asSubject(text: string = ''): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const cut = line.length <= LONGEST ? line : line.slice(0, LONGEST).replace(/(?<=\s)\S*$/u, '');
  return cut.toWellFormed().replace(/[\s.!?:;,。！？：；，…]+$/u, '');
}
