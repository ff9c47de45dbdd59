import type { CodeHighlighter } from '@ibid/widget/config';

interface PrismToken {
  readonly type: string;
  readonly content: PrismStream;
  readonly alias?: string | readonly string[];
}
type PrismStream = string | PrismToken | readonly (string | PrismToken)[];

/** As much of Prism as is used. */
export interface PrismLike {
  readonly languages: Readonly<Record<string, unknown>>;
  tokenize(code: string, grammar: unknown): PrismStream;
}

type Piece = { readonly text: string; readonly className: string };

/** Colours code with the languages that the site itself has loaded. */
export function codeHighlighter(prism: PrismLike): CodeHighlighter {
  return (code, language) => {
    const grammar = Object.hasOwn(prism.languages, language) ? prism.languages[language] : undefined;
    if (typeof grammar !== 'object' || grammar === null) return undefined;
    const lines: Piece[][] = [[]];
    const add = (stream: PrismStream, className: string): void => {
      if (typeof stream === 'string') {
        for (const [at, text] of stream.split('\n').entries()) {
          if (at > 0) lines.push([]);
          if (text !== '') lines.at(-1)!.push({ text, className });
        }
      } else if (isList(stream)) {
        for (const part of stream) add(part, className);
      } else {
        add(stream.content, ['token', stream.type, ...[stream.alias ?? []].flat()].join(' '));
      }
    };
    add(prism.tokenize(code, grammar), '');
    return lines;
  };
}

function isList(stream: PrismStream): stream is readonly (string | PrismToken)[] {
  return Array.isArray(stream);
}
