import type { CodeHighlighter } from '@ibid/widget/config';

interface PrismToken {
  readonly type: string;
  readonly content: PrismStream;
  readonly alias?: string | readonly string[];
}
type PrismStream = string | PrismToken | readonly (string | PrismToken)[];

/** The part of Prism's API that is used. */
export interface PrismLike {
  readonly languages: Readonly<Record<string, unknown>>;
  tokenize(code: string, grammar: unknown): PrismStream;
}

type Piece = { readonly text: string; readonly className: string };

const PROPERTIES: Readonly<Record<string, string>> = {
  color: 'color',
  fontStyle: 'font-style',
  fontWeight: 'font-weight',
  opacity: 'opacity',
  textDecorationLine: 'text-decoration-line',
};
/** Names, numbers and functions of colour; nothing that could end a rule or load a resource. */
const VALUE = /^(?!url\b)(?:[\w#.%-]+|(?:rgba?|hsla?|var)\([\w\s,.%/-]+\))$/iu;

/** Highlights code with the languages that the site itself has loaded. */
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

/** The part of a `prism-react-renderer` theme that is used. */
interface PrismTheme {
  readonly styles?: readonly {
    readonly types?: readonly string[];
    readonly languages?: readonly string[];
    readonly style?: Readonly<Record<string, unknown>>;
  }[];
}

/** Returns the site's code colours (`themeConfig.prism`) as rules for the classes that Prism assigns. */
export function codeStyle(prism: unknown): string {
  const { theme, darkTheme } = (prism ?? {}) as { readonly theme?: PrismTheme; readonly darkTheme?: PrismTheme };
  return [...rulesOf(theme, '#ibid-root'), ...rulesOf(darkTheme, 'html[data-theme=dark] #ibid-root')].join('\n');
}

function rulesOf(theme: PrismTheme | undefined, scope: string): readonly string[] {
  return (theme?.styles ?? []).flatMap(({ types = [], languages, style = {} }) => {
    const names = languages === undefined ? types.filter((type) => /^[\w-]+$/u.test(type)) : [];
    const declarations = Object.entries(PROPERTIES).flatMap(([key, name]) => {
      const value = style[key];
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && VALUE.test(text) ? [`${name}:${text}`] : [];
    });
    if (names.length === 0 || declarations.length === 0) return [];
    return [`${names.map((name) => `${scope} .token.${name}`).join(',')}{${declarations.join(';')}}`];
  });
}
