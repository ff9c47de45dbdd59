import { IbidError } from '@ibid/core';
import type { Diagnostic, LoadedPage, RawPage, Source, SourceEntry } from '@ibid/core/types';

/** Differences between sources of files. `rules` is the prefix of the rules in diagnostics. */
interface FileSource<File extends { readonly revision: string }> {
  readonly id: string;
  readonly rules: 'source' | 'markdown';
  /** The files by the URL of their page. */
  survey(report: (diagnostic: Diagnostic) => void, signal: AbortSignal | undefined): Promise<ReadonlyMap<string, File>>;
  load(file: File, url: string): Promise<LoadedPage>;
}

/** A source whose files are all read on each listing, for their revisions and addresses; bodies are not kept. */
export function fileSource<File extends { readonly revision: string }>(files: FileSource<File>): Source {
  const { id, rules } = files;
  const diagnostics: Diagnostic[] = [];
  let listed: ReadonlyMap<string, File> = new Map();
  let isClosed = false;

  function check(signal: AbortSignal | undefined): void {
    if (isClosed) throw new IbidError('CLOSED', 'The source is closed; open a new one.');
    throwIfAborted(signal);
  }

  return {
    id,
    diagnostics,
    async *list(call): AsyncGenerator<SourceEntry> {
      check(call?.signal);
      diagnostics.length = 0;
      listed = new Map();
      listed = await files.survey((diagnostic) => diagnostics.push(diagnostic), call?.signal);
      for (const [url, { revision }] of [...listed].sort(([a], [b]) => (a < b ? -1 : 1))) {
        throwIfAborted(call?.signal);
        yield { url, revision };
      }
    },
    async load({ url }, call) {
      check(call?.signal);
      const file = listed.get(url);
      if (file !== undefined) return files.load(file, url);
      return notRead(rules, url, 'The page was not listed. List the source before loading from it.');
    },
    async close() {
      isClosed = true;
      listed = new Map();
    },
  };
}

/** Throws `ABORTED` if the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new IbidError('ABORTED', 'Reading was aborted.', { cause: signal.reason });
}

/** Result for a page that cannot be read now, or with `warning` for one that never can be. */
export function notRead(
  rules: 'source' | 'markdown',
  page: string,
  message: string,
  severity: 'error' | 'warning' = 'error',
): LoadedPage {
  return { page: undefined, diagnostics: [{ severity, rule: `${rules}:not-read`, message, page }] };
}

/** Reports that the page of the second file is left out. */
export function sameAddress(
  rules: 'source' | 'markdown',
  page: string,
  [first, second]: readonly [string, string],
  advice: string,
): Diagnostic {
  const message = `\`${second}\` has the same address as \`${first}\` and is left out. ${advice}`;
  return { severity: 'warning', rule: `${rules}:duplicate-url`, message, page };
}

/** Decodes a percent-encoded part of an address; returns it unchanged if it is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A page of built HTML, whose facets are in its text. */
export function htmlPage(url: string, body: string, sourceFile: string, module: string): RawPage {
  return { url, format: 'html', body, sourceFile, title: '', imports: {}, locale: '', version: '', module };
}
