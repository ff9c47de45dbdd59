import type { LoadedPage, Source, SourceEntry } from '@ibid/core/types';

export interface SourceContent {
  /** As listed. */
  readonly entries: readonly SourceEntry[];
  /** Paths of the entries' URLs, as listed. */
  readonly paths: readonly string[];
  /** What loading each entry gave, by path. */
  readonly loaded: ReadonlyMap<string, LoadedPage>;
  /** Rules of the diagnostics of the listing. */
  readonly rules: readonly string[];
}

/** Lists a source to its end and loads every page as it comes. */
export async function readSource(source: Source): Promise<SourceContent> {
  const entries: SourceEntry[] = [];
  const loaded = new Map<string, LoadedPage>();
  for await (const entry of source.list()) {
    entries.push(entry);
    loaded.set(new URL(entry.url).pathname, await source.load(entry));
  }
  return { entries, paths: [...loaded.keys()], loaded, rules: source.diagnostics.map(({ rule }) => rule) };
}
