import type { Chunk, ChunkStore } from '@ibid/core/types';

/** A page in the form that every engine gets: with the sections that Ibid has read. */
export interface BoxPage {
  readonly url: string;
  readonly title: string;
  readonly sections: readonly BoxSection[];
}

export interface BoxSection {
  readonly heading: string;
  /** `''` = top of the page. */
  readonly anchor: string;
  /** Number of headings above it on its page. */
  readonly depth: number;
  readonly text: string;
}

export async function boxPages(store: ChunkStore): Promise<readonly BoxPage[]> {
  const pages: BoxPage[] = [];
  for await (const { page } of store.readPages()) {
    const chunks = page.chunks.map(({ chunk }) => chunk);
    const [first] = chunks;
    if (first === undefined) continue;
    const sections = [...Map.groupBy(chunks, ({ anchor, heading }) => `${anchor}\n${heading}`).values()].map(sectionOf);
    pages.push({ url: first.url, title: first.title, sections });
  }
  return pages;
}

function sectionOf(chunks: readonly Chunk[]): BoxSection {
  const { heading, anchor, headings } = chunks[0]!;
  return { heading, anchor, depth: headings.length, text: chunks.map(({ text }) => text).join('\n') };
}

/** The page as an article of a site generator, with sections under `h2` and `h3`, which both engines for built sites read. */
export function pageHtml({ title, sections }: BoxPage): string {
  const parts = sections.map(({ heading, anchor, depth, text }) => {
    const level = depth > 1 ? 'h3' : 'h2';
    const link = `<a class="hash-link" href="#${escaped(anchor)}"></a>`;
    const head = anchor === '' ? '' : `<${level} id="${escaped(anchor)}">${escaped(heading)}${link}</${level}>`;
    return `${head}<p>${escaped(text)}</p>`;
  });
  return `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head><body><main><article><h1>${escaped(title)}</h1>${parts.join('\n')}</article></main></body></html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
