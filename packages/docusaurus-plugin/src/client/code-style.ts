/** A theme of `prism-react-renderer`, as far as it is used. */
interface PrismTheme {
  readonly styles?: readonly {
    readonly types?: readonly string[];
    readonly languages?: readonly string[];
    readonly style?: Readonly<Record<string, unknown>>;
  }[];
}

const PROPERTIES: Readonly<Record<string, string>> = {
  color: 'color',
  fontStyle: 'font-style',
  fontWeight: 'font-weight',
  opacity: 'opacity',
  textDecorationLine: 'text-decoration-line',
};
/** Names, numbers and functions of colour; nothing that ends a rule or loads anything. */
const VALUE = /^(?!url\b)(?:[\w#.%-]+|(?:rgba?|hsla?|var)\([\w\s,.%/-]+\))$/iu;

/** The colours of code that the site has chosen (`themeConfig.prism`), as rules for the classes that Prism gives. */
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
