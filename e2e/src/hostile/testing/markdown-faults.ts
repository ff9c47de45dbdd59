import { Lexer, type Token } from 'marked';

/** Links elsewhere than to `site` and `allowed` pages, pictures and markup that a renderer of Markdown finds in `markdown`. */
export function markdownFaults(markdown: string, site: string, allowed: readonly string[]): readonly string[] {
  const pages = new Set(allowed);
  return Lexer.lex(markdown, { gfm: true })
    .flatMap(below)
    .flatMap((token) => {
      if (token.type === 'image' || token.type === 'html') return [`${token.type} ${token.raw}`];
      if (token.type !== 'link' && token.type !== 'def') return [];
      const [page = ''] = String(token.href).split('#');
      return pages.has(page) || page.startsWith(`${site}/`) ? [] : [`${token.type} ${String(token.href)}`];
    });
}

function below(token: Token): readonly Token[] {
  const children = [
    ...('tokens' in token ? (token.tokens ?? []) : []),
    ...('items' in token ? (token.items as readonly Token[]) : []),
    ...('header' in token && 'rows' in token
      ? [...(token.header as readonly Token[]), ...(token.rows as readonly (readonly Token[])[]).flat()].flatMap(
          (cell) => ('tokens' in cell ? (cell.tokens ?? []) : []),
        )
      : []),
  ];
  return [token, ...children.flatMap(below)];
}
