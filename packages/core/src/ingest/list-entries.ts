import { IbidError } from '../types/ibid-error.ts';
import type { SourceEntry } from '../types/source.ts';
import { callOptions } from './run.ts';
import type { IngestOptions } from './ingest-options.ts';
import { withoutRepeats } from './plan-changes.ts';
import { throwIfAborted } from './throw-if-aborted.ts';
import type { Diagnostic } from '../types/diagnostic.ts';

/** Everything the source lists, each URL once. An empty listing is an error: it comes from a wrong path far more often than from an empty site. */
export async function listEntries(
  options: IngestOptions,
  report: (done: number, total: number | undefined) => void,
): Promise<{ readonly entries: readonly SourceEntry[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { source, signal } = options;
  const all: SourceEntry[] = [];
  report(0, undefined);
  for await (const entry of source.list(callOptions(options))) {
    throwIfAborted(signal);
    all.push(entry);
    report(all.length, undefined);
  }
  throwIfAborted(signal);
  report(all.length, all.length);
  if (all.length === 0) {
    throw new IbidError(
      'SOURCE_UNAVAILABLE',
      [
        `The source \`${source.id}\` lists no pages, so nothing was indexed and nothing was removed; check its folder or address and what it includes.`,
        ...source.diagnostics.slice(0, 3).map((diagnostic) => `${diagnostic.page}: ${diagnostic.message}`),
      ].join(' '),
      { details: { source: source.id } },
    );
  }
  const { entries, diagnostics } = withoutRepeats(all);
  return { entries, diagnostics: [...source.diagnostics, ...diagnostics] };
}
