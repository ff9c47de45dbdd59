import type { IndexInfo } from '../types/store.ts';

/** What two stores say of the generation on show and do not have in common, in words. Numbers of generations are each store's own. */
export function infoDifferences(source: IndexInfo, target: IndexInfo): readonly string[] {
  const [ours, theirs] = [told(source), told(target)];
  const words = Object.keys(ours)
    .filter((name) => ours[name] !== theirs[name])
    .map((name) => `${name}: \`${ours[name]}\` in the source, \`${theirs[name]}\` in the target`);
  return isSameBytes(source.space.data, target.space.data) ? words : [...words, 'the data of the space differ'];
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function told(info: IndexInfo): Readonly<Record<string, string | number>> {
  return {
    chunker: info.schema.chunker,
    tokenizer: info.schema.tokenizer,
    source: info.sourceId,
    pages: info.pages,
    passages: info.chunks,
    'passages in the fit': info.fitted,
    'passages since the fit': info.folded,
    'publishing date': info.publishedAt,
    space: info.space.id,
    dimensions: info.space.dimensions,
  };
}
