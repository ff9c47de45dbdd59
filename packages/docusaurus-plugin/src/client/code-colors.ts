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
  backgroundColor: 'background-color',
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

type Style = Readonly<Record<string, unknown>>;

/** The part of a `prism-react-renderer` theme that is used. */
interface PrismTheme {
  readonly plain?: Style;
  readonly styles?: readonly {
    readonly types?: readonly string[];
    readonly languages?: readonly string[];
    readonly style?: Style;
  }[];
}

/** Returns the site's code colours (`themeConfig.prism`) as rules for the panel's code and the classes that Prism assigns. */
export function codeStyle(prism: unknown): string {
  const { theme, darkTheme } = (prism ?? {}) as { readonly theme?: PrismTheme; readonly darkTheme?: PrismTheme };
  return [...rulesOf(theme, '#ibid-root'), ...rulesOf(darkTheme, 'html[data-theme=dark] #ibid-root')].join('\n');
}

function rulesOf({ plain, styles = [] }: PrismTheme = {}, scope: string): readonly string[] {
  const rules: string[] = [];
  const add = (selectors: readonly string[], style: Style): void => {
    const declarations = Object.entries(PROPERTIES).flatMap(([key, name]) => {
      const value = style[key];
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && VALUE.test(text) ? [`${name}:${text}`] : [];
    });
    if (selectors.length === 0 || declarations.length === 0) return;
    rules.push(`${selectors.map((selector) => `${scope} ${selector}`).join(',')}{${declarations.join(';')}}`);
  };
  if (plain !== undefined) {
    add(['.ibid-code pre'], plain);
    // Not a colour of the panel or of the other theme, which may be unreadable on this background.
    add(['.token'], { color: 'inherit' });
  }
  for (const { types = [], languages, style = {} } of styles) {
    const names = languages === undefined ? types.filter((type) => /^[\w-]+$/u.test(type)) : [];
    add(
      names.map((name) => `.token.${name}`),
      style,
    );
  }
  return rules;
}
