import { pathKey } from '@ibid/core';
import type { Diagnostic, Source } from '@ibid/core/types';

/**
 * Omits the pages whose path matches a pattern: `*` stands for text within a segment, `**` for any segments. A pattern that ends in `/`
 * matches everything below, and one that does not begin with `/` matches at any depth. A pattern that matches nothing is reported as
 * `source:exclude`. Closing the result closes `source`.
 */
export function excludePages(source: Source, patterns: readonly string[]): Source {
  if (patterns.length === 0) return source;
  const expressions = patterns.map((pattern) => ({ pattern, expression: expressionOf(pattern) }));
  const unused = new Set(patterns);
  let longest = '/';
  return {
    id: source.id,
    get diagnostics(): readonly Diagnostic[] {
      return [...source.diagnostics, ...(unused.size === 0 ? [] : [noMatch([...unused], longest)])];
    },
    async *list(options) {
      for await (const entry of source.list(options)) {
        const path = pathKey(entry.url);
        const matched = expressions.filter(({ expression }) => expression.test(path));
        for (const { pattern } of matched) unused.delete(pattern);
        if (matched.length > 0) continue;
        if (path.length > longest.length) longest = path;
        yield entry;
      }
    },
    load: (entry, options) => source.load(entry, options),
    close: () => source.close(),
  };
}

function expressionOf(pattern: string): RegExp {
  const below = pattern.replace(/\/$/u, '/**');
  const rooted = pathKey(below.startsWith('/') ? below : `/**/${below}`);
  const source = rooted.replace(/\/\*\*(?=\/|$)|\*+|[\\^$.|?+()[\]{}]/gu, (part) => {
    if (part === '/**') return '(?:/[^/]+)*';
    return part.startsWith('*') ? '[^/]*' : `\\${part}`;
  });
  // The home page is `/`.
  return new RegExp(`^${source}/?$`, 'u');
}

function noMatch(patterns: readonly string[], path: string): Diagnostic {
  const named = patterns.map((pattern) => `\`${pattern}\``).join(', ');
  const message = `No page has a path that matches ${named} of \`exclude\`. Paths look like \`${path}\`.`;
  return { severity: 'warning', rule: 'source:exclude', message, page: '' };
}
