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
  let longest = '/';
  return {
    id: source.id,
    get diagnostics(): readonly Diagnostic[] {
      return [...source.diagnostics, ...(unused.size === 0 ? [] : [noMatch([...unused], longest)])];
    },
    async *list(options) {
      for await (const entry of source.list(options)) {
        const path = decoded(new URL(entry.url).pathname);
        const matched = patterns.filter((pattern) => matches(path, pattern));
        for (const pattern of matched) unused.delete(pattern);
        if (matched.length > 0) continue;
        if (path.length > longest.length) longest = path;
        yield entry;
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

function noMatch(patterns: readonly string[], path: string): Diagnostic {
  const named = patterns.map((pattern) => `\`${pattern}\``).join(', ');
  const message = `No page has a path that matches ${named} of \`exclude\`. Paths look like \`${path}\`.`;
  return { severity: 'warning', rule: 'source:exclude', message, page: '' };
}
