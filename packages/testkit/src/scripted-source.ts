import { createHash } from 'node:crypto';
import { IbidError } from '@ibid/core';
import type { Diagnostic, LoadedPage, RawPage, Source, SourceEntry } from '@ibid/core/types';

/** A page as a test defines it: its Markdown, or an object with more details. */
export type ScriptedPage =
  | string
  | {
      readonly body: string;
      readonly format?: RawPage['format'];
      readonly title?: string;
      readonly module?: string;
      /** `skip` = no content, `fail` = an error diagnostic, `throw` = a source that breaks its contract. */
      readonly load?: 'skip' | 'fail' | 'throw';
    };

export interface ScriptedSource extends Source {
  /** Pages by path (`/guide/start`); may be changed between runs, the revision follows the content. */
  readonly pages: Map<string, ScriptedPage>;
  /** URLs in the order in which they were loaded. */
  readonly loads: string[];
  /** If true, `list` rejects as for a site that is down. */
  unavailable: boolean;
  /** Called before each load is answered; may wait, abort or throw. */
  beforeLoad: (url: string) => void | Promise<void>;
  /** Additional entries, listed unchanged, such as repeated URLs. */
  readonly extraEntries: SourceEntry[];
}

const ORIGIN = 'https://docs.example.org';

/** URL of a path of a scripted source. */
export function scriptedUrl(path: string): string {
  return path === '/' ? `${ORIGIN}/` : `${ORIGIN}${path}`;
}

/** A source in memory whose pages a test can change at any time. */
export function scriptedSource(
  pages: Readonly<Record<string, ScriptedPage>>,
  options: { readonly id?: string } = {},
): ScriptedSource {
  const byPath = new Map(Object.entries(pages));
  const loads: string[] = [];
  const source: ScriptedSource = {
    id: options.id ?? 'scripted:docs',
    diagnostics: [],
    pages: byPath,
    loads,
    unavailable: false,
    beforeLoad: () => undefined,
    extraEntries: [],
    async *list(call) {
      if (source.unavailable) throw new IbidError('SOURCE_UNAVAILABLE', 'The scripted source is down.');
      for (const [path, page] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
        call?.signal?.throwIfAborted();
        yield { url: scriptedUrl(path), revision: revisionOf(page) };
      }
      yield* source.extraEntries;
    },
    async load(entry, call) {
      loads.push(entry.url);
      await source.beforeLoad(entry.url);
      call?.signal?.throwIfAborted();
      const path = entry.url.slice(ORIGIN.length);
      const page = byPath.get(path);
      return page === undefined ? failure(entry.url, 'The page is gone.') : answer(path, page);
    },
    close: () => Promise.resolve(),
  };
  return source;
}

function revisionOf(page: ScriptedPage): string {
  return createHash('sha256').update(JSON.stringify(page)).digest('hex').slice(0, 16);
}

function answer(path: string, page: ScriptedPage): LoadedPage {
  const { body, format = 'markdown', title = '', load, ...rest } = typeof page === 'string' ? { body: page } : page;
  const url = scriptedUrl(path);
  if (load === 'throw') throw new Error(`Cannot read ${path}.`);
  if (load === 'fail') return failure(url, 'The server answered 500.');
  if (load === 'skip') return { page: undefined, diagnostics: [] };
  const segments = path.split('/').filter((segment) => segment !== '');
  const module = rest.module ?? (segments.length > 1 ? segments[0]! : 'root');
  const sourceFile = `${segments.join('/') || 'index'}.md`;
  return {
    page: { url, format, body, title, sourceFile, imports: {}, locale: 'en', version: '', module },
    diagnostics: [],
  };
}

function failure(page: string, message: string): LoadedPage {
  const diagnostic: Diagnostic = { severity: 'error', rule: 'scripted:load', message, page };
  return { page: undefined, diagnostics: [diagnostic] };
}
