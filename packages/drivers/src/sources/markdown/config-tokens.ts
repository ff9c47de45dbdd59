/** One token of a JavaScript or TypeScript text. Comments are none. */
export type Token =
  | { readonly kind: 'word' | 'sign'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  /** Literal parts, and between each two of them the tokens of an expression. */
  | {
      readonly kind: 'template';
      readonly text: string;
      readonly parts: readonly string[];
      readonly inner: readonly Token[][];
    }
  | { readonly kind: 'regex'; readonly text: string };

const SIGN = /=>|\.\.\.|\?\?=?|\?\.(?!\d)|[=!]==?|&&|\|\||[<>]=|[-+*/%]=?|./suy;
const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /0[xob][\da-f_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:e[+-]?\d+)?/iy;
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\n\\])*\]|[^/[\n\\])+\/[a-z]*/y;

/** Splits a configuration file into tokens. Never throws: what is no token is passed over character by character. */
export function configTokens(text: string): readonly Token[] {
  return read(text, 0, 0).tokens;
}

/** Templates within templates that are followed; deeper ones are passed over. */
const DEEPEST = 20;

/** With `level` above 0 reads up to the `}` that closes a template's expression. */
function read(text: string, from: number, level: number): { readonly tokens: Token[]; readonly end: number } {
  const tokens: Token[] = [];
  let at = from;
  let braces = 0;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  while (at < text.length) {
    const space = match(SPACE);
    if (space !== '') {
      at += space.length;
      continue;
    }
    const character = text[at]!;
    if (character === '"' || character === "'") {
      const end = stringEnd(text, at);
      tokens.push({ kind: 'string', text: unescaped(text.slice(at + 1, end - 1)) });
      at = end;
    } else if (character === '`') {
      const template = readTemplate(text, at, level);
      tokens.push(template.token);
      at = template.end;
    } else if (character === '/' && regexMayFollow(tokens.at(-1)) && match(REGEX) !== '') {
      const regex = match(REGEX);
      tokens.push({ kind: 'regex', text: regex });
      at += regex.length;
    } else {
      const word = match(WORD);
      const number = word === '' && /[\d.]/.test(character) ? match(NUMBER) : '';
      const found = word || number || match(SIGN);
      if (found === '{') braces += 1;
      if (found === '}') braces -= 1;
      if (braces < 0 && level > 0) return { tokens, end: at + 1 };
      tokens.push({ kind: word !== '' ? 'word' : number !== '' ? 'number' : 'sign', text: found });
      at += found.length;
    }
  }
  return { tokens, end: at };
}

function stringEnd(text: string, from: number): number {
  const quote = text[from];
  let at = from + 1;
  while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function readTemplate(text: string, from: number, level: number): { readonly token: Token; readonly end: number } {
  const parts: string[] = [];
  const inner: Token[][] = [];
  let part = '';
  let at = from + 1;
  while (at < text.length && text[at] !== '`') {
    if (text[at] === '\\') {
      part += text.slice(at, at + 2);
      at += 2;
    } else if (text.startsWith('${', at) && level < DEEPEST) {
      const expression = read(text, at + 2, level + 1);
      parts.push(unescaped(part));
      inner.push(expression.tokens);
      part = '';
      at = expression.end;
    } else {
      part += text[at];
      at += 1;
    }
  }
  parts.push(unescaped(part));
  return { token: { kind: 'template', text: '', parts, inner }, end: at + 1 };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi,
    (_all, long, four, two, other) => {
      const code = Number.parseInt((long ?? four ?? two) as string, 16);
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      return ESCAPES[other as string] ?? (other as string);
    },
  );
}

function regexMayFollow(last: Token | undefined): boolean {
  if (last === undefined) return true;
  if (last.kind === 'word') return ['return', 'typeof', 'case', 'in', 'of'].includes(last.text);
  return last.kind === 'sign' && !/^[)\]}]$/.test(last.text);
}
