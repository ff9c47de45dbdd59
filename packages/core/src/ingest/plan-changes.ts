import type { Diagnostic } from '../types/diagnostic.ts';
import type { SourceEntry } from '../types/source.ts';

export interface ChangePlan {
  /** Entries that the build does not hold in this revision, in listing order. */
  readonly read: readonly SourceEntry[];
  /** Pages of the build that the source lists no more, ordered. */
  readonly gone: readonly string[];
}

/** URL → revision. */
export type Revisions = ReadonlyMap<string, string>;

/** What has to be done so that a build with these revisions becomes what the source lists. */
export function planChanges(entries: readonly SourceEntry[], build: Revisions): ChangePlan {
  const listed = new Set(entries.map((entry) => entry.url));
  return {
    read: entries.filter((entry) => build.get(entry.url) !== entry.revision),
    gone: [...build.keys()].filter((url) => !listed.has(url)).sort(),
  };
}

/** Entries with distinct URLs, and a diagnostic for each repeated one; the first of equals counts. */
export function withoutRepeats(entries: readonly SourceEntry[]): {
  readonly entries: readonly SourceEntry[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const byUrl = new Map<string, SourceEntry>();
  const diagnostics: Diagnostic[] = [];
  for (const entry of entries) {
    if (byUrl.has(entry.url)) {
      diagnostics.push({
        severity: 'warning',
        rule: 'ingest:duplicate-url',
        message: 'Several pages of the source have this URL; only the first is indexed. Give each its own slug.',
        page: entry.url,
      });
    } else byUrl.set(entry.url, entry);
  }
  return { entries: [...byUrl.values()], diagnostics };
}
