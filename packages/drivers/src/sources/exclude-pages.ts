import type { Diagnostic, Source } from '@ibid/core/types';
import { posix } from 'node:path';
import { decoded } from './common.ts';

/**
 * Omits the pages whose path matches a pattern: `*` stands for text within a segment, `**` for any segments. A pattern that ends in `/`
 * matches everything below, and one that does not begin with `/` matches at any depth. A pattern that matches nothing is reported as
 * `source:exclude`. Closing the result closes `source`.
 */
export function excludePages(source: Source, patterns: readonly string[]): Source {
  if (patterns.length === 0) return source;
  const unused = new Set(patterns);
  return {
    id: source.id,
    get diagnostics(): readonly Diagnostic[] {
      return [...source.diagnostics, ...[...unused].map(noMatch)];
    },
    async *list(options) {
      for await (const entry of source.list(options)) {
        const path = decoded(new URL(entry.url).pathname);
        const matched = patterns.filter((pattern) => matches(path, pattern));
        for (const pattern of matched) unused.delete(pattern);
        if (matched.length === 0) yield entry;
      }
    },
    load: (entry, options) => source.load(entry, options),
    close: () => source.close(),
  };
}

function matches(path: string, pattern: string): boolean {
  const below = pattern.endsWith('/') ? `${pattern}**` : pattern;
  const glob = below.startsWith('/') ? below : `**/${below}`;
  // `/blog/**` includes the page at `/blog` or `/blog.html`.
  const own = glob.endsWith('/**') ? glob.slice(0, -'/**'.length) : glob;
  return posix.matchesGlob(path, glob) || posix.matchesGlob(path.replace(/\/$|\.html?$/u, ''), own);
}

function noMatch(pattern: string): Diagnostic {
  const message = `No page has a path that matches \`${pattern}\` of \`exclude\`. Give paths of addresses, such as \`/blog/**\`.`;
  return { severity: 'warning', rule: 'source:exclude', message, page: '' };
}
