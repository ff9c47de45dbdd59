/**
 * Reads the value of a Docusaurus configuration file without running it: the file belongs to the site, may import anything,
 * and an index must be the same on every machine. Literals, constants of the file, templates, spreads, simple operators and
 * conditions are followed; environment variables count as unset; all else (calls, functions, imports) is `UNKNOWN`.
 * A value that might be another one in another environment, or that lacks a part, is remembered as unsure.
 */
import { configTokens, type Token } from './config-tokens.ts';

/** Stands for a value that only running the file would tell. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** Keys by object whose values are a guess. */
const UNSURE = new WeakMap<object, Set<string>>();

/** Whether the value that was read for `key` depends on the environment or on a part that was not understood. */
export function isUnsure(holder: object, key: string): boolean {
  return UNSURE.get(holder)?.has(key) ?? false;
}

/** Shared by all that one file's value is read from. */
interface Reading {
  /** Something in the value that is being read is a guess. */
  guessed: boolean;
}

const DEEPEST = 60;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The object that the file exports, or `UNKNOWN`. Never throws. */
export function configValue(text: string): unknown {
  const tokens = configTokens(text);
  const constants = new Map<string, number>();
  for (let at = 0; at < tokens.length - 2; at += 1) {
    if (!['const', 'let', 'var'].includes(wordAt(tokens, at)) || tokens[at + 1]!.kind !== 'word') continue;
    const start = afterType(tokens, at + 2);
    if (start !== undefined && !constants.has(tokens[at + 1]!.text)) constants.set(tokens[at + 1]!.text, start);
  }
  const at = exported(tokens);
  return at === undefined ? UNKNOWN : resolve(tokens, at, constants);
}

/** Position after the `=` of a declaration, its type passed over. */
function afterType(tokens: readonly Token[], from: number): number | undefined {
  for (let at = from; at < Math.min(tokens.length, from + 200); at += 1) {
    if (signAt(tokens, at) === '=') return at + 1;
    if (signAt(tokens, at) === ';') return undefined;
  }
  return undefined;
}

function exported(tokens: readonly Token[]): number | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    if (wordAt(tokens, at) === 'export' && wordAt(tokens, at + 1) === 'default') return at + 2;
    const isModule =
      wordAt(tokens, at) === 'module' && signAt(tokens, at + 1) === '.' && wordAt(tokens, at + 2) === 'exports';
    if (isModule && signAt(tokens, at + 3) === '=') return at + 4;
  }
  return undefined;
}

/** What is exported: an object, a constant, or a function that returns one of them. */
function resolve(tokens: readonly Token[], from: number, constants: ReadonlyMap<string, number>): unknown {
  const value = evaluate(tokens, from, constants, { guessed: false });
  if (typeof value === 'object' && value !== null) return value;
  for (let at = from; at < tokens.length; at += 1) {
    if (wordAt(tokens, at) !== 'return') continue;
    const returned = evaluate(tokens, at + 1, constants, { guessed: false });
    if (typeof returned === 'object' && returned !== null && !Array.isArray(returned)) return returned;
  }
  return UNKNOWN;
}

function evaluate(
  tokens: readonly Token[],
  from: number,
  constants: ReadonlyMap<string, number>,
  reading: Reading,
  depth = 0,
): unknown {
  let at = from;
  const opened = new Set<string>();

  function sign(text: string): boolean {
    if (signAt(tokens, at) !== text) return false;
    at += 1;
    return true;
  }

  function expression(level: number): unknown {
    if (level > DEEPEST) return skip();
    const start = at;
    const tested = either(level);
    if (signAt(tokens, at) !== '?') return finished(tested, start);
    at += 1;
    const first = expression(level + 1);
    if (!sign(':')) return skip();
    const second = expression(level + 1);
    return tested === UNKNOWN ? UNKNOWN : tested ? first : second;
  }

  /** A value is only known when the whole expression was understood. */
  function finished(value: unknown, start: number): unknown {
    while (['as', 'satisfies'].includes(wordAt(tokens, at)) || signAt(tokens, at) === '!') {
      at += 1;
      if (signAt(tokens, at - 1) === '!') continue;
      skip();
      return value;
    }
    if (at >= tokens.length || /^[,;:)\]}?]$/.test(signAt(tokens, at))) return value;
    // Without semicolons the next statement starts with a word.
    if (tokens[at]!.kind === 'word' && at > start && level0(start)) return value;
    return skip();
  }

  function level0(start: number): boolean {
    return start === from;
  }

  function either(level: number): unknown {
    let left = both(level);
    for (;;) {
      if (sign('??')) {
        const right = both(level);
        left = left === UNKNOWN ? UNKNOWN : (left ?? right);
      } else if (sign('||')) {
        const right = both(level);
        left = left === UNKNOWN ? UNKNOWN : left || right;
      } else return left;
    }
  }

  function both(level: number): unknown {
    let left = equality(level);
    while (sign('&&')) {
      const right = equality(level);
      left = left === UNKNOWN ? UNKNOWN : left && right;
    }
    return left;
  }

  function equality(level: number): unknown {
    const left = sum(level);
    for (const operator of ['===', '!==', '==', '!=']) {
      if (!sign(operator)) continue;
      const right = sum(level);
      if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN;
      return operator.startsWith('!') ? left !== right : left === right;
    }
    return left;
  }

  function sum(level: number): unknown {
    let left = unary(level);
    while (sign('+')) {
      const right = unary(level);
      const known = [left, right].every((value) => typeof value === 'string' || typeof value === 'number');
      left = known ? (left as string) + (right as string) : UNKNOWN;
    }
    return left;
  }

  function unary(level: number): unknown {
    if (sign('!')) {
      const value = unary(level);
      return value === UNKNOWN ? UNKNOWN : !value;
    }
    return member(primary(level), level);
  }

  function member(start: unknown, level: number): unknown {
    let value = start;
    for (;;) {
      if ((sign('.') || sign('?.')) && tokens[at]?.kind === 'word') {
        if (value === ENVIRONMENT) reading.guessed = true;
        value = property(value, tokens[at]!.text);
        at += 1;
      } else if (signAt(tokens, at) === '[' && start !== UNKNOWN) {
        at += 1;
        const key = expression(level + 1);
        if (!sign(']')) return skip();
        if (value === ENVIRONMENT) reading.guessed = true;
        value = typeof key === 'string' || typeof key === 'number' ? property(value, String(key)) : UNKNOWN;
      } else if (signAt(tokens, at) === '(' || signAt(tokens, at) === '[') {
        at = balanced(tokens, at);
        value = UNKNOWN;
      } else return value;
    }
  }

  function primary(level: number): unknown {
    const token = tokens[at];
    if (token === undefined) return UNKNOWN;
    at += 1;
    switch (token.kind) {
      case 'string':
        return token.text;
      case 'number':
        return Number(token.text.replaceAll('_', ''));
      case 'template':
        return templateValue(token, level);
      case 'regex':
        return UNKNOWN;
      case 'word':
        return wordValue(token.text, level);
      case 'sign':
        if (token.text === '{') return objectValue(level);
        if (token.text === '[') return arrayValue(level);
        if (token.text === '(') return grouped(level);
        at -= 1;
        return skip();
    }
  }

  function grouped(level: number): unknown {
    const end = balanced(tokens, at - 1);
    if (signAt(tokens, end) === '=>') return skip();
    const value = expression(level + 1);
    at = end;
    return value;
  }

  function templateValue(token: Token & { readonly kind: 'template' }, level: number): unknown {
    let text = token.parts[0] ?? '';
    for (const [index, inner] of token.inner.entries()) {
      const value = evaluateInner(inner, level);
      if (typeof value !== 'string' && typeof value !== 'number') return UNKNOWN;
      text += `${value}${token.parts[index + 1] ?? ''}`;
    }
    return text;
  }

  /** The expressions of a template have tokens of their own, but the file's constants. */
  function evaluateInner(inner: readonly Token[], level: number): unknown {
    if (level > DEEPEST || depth > DEEPEST) return UNKNOWN;
    const [only] = inner;
    if (inner.length === 1 && only?.kind === 'word') return constant(only.text);
    return evaluate(inner, 0, new Map(), reading, depth + 1);
  }

  function wordValue(word: string, level: number): unknown {
    switch (word) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      case 'undefined':
        return undefined;
      case 'process':
        return { env: ENVIRONMENT };
      case 'new':
      case 'await':
      case 'typeof':
        unary(level);
        return UNKNOWN;
      case 'async':
      case 'function':
      case 'class':
        return skip();
      default:
        return signAt(tokens, at) === '=>' ? skip() : constant(word);
    }
  }

  function constant(name: string): unknown {
    const start = constants.get(name);
    if (start === undefined || opened.has(name) || depth > DEEPEST) return UNKNOWN;
    opened.add(name);
    const value = evaluate(tokens, start, constants, reading, depth + 1);
    opened.delete(name);
    return value;
  }

  function arrayValue(level: number): unknown {
    const values: unknown[] = [];
    while (at < tokens.length && !sign(']')) {
      if (sign(',')) continue;
      const spread = sign('...');
      const before = at;
      const value = expression(level + 1);
      if (!spread) values.push(value);
      else if (Array.isArray(value)) values.push(...(value as readonly unknown[]));
      else if (value === UNKNOWN) reading.guessed = true;
      if (at === before) at += 1;
    }
    return values;
  }

  function objectValue(level: number): unknown {
    const result = new Map<string, unknown>();
    const unsure = new Set<string>();
    while (at < tokens.length && !sign('}')) {
      if (sign(',')) continue;
      const before = at;
      if (sign('...')) {
        const value = expression(level + 1);
        if (value === UNKNOWN) reading.guessed = true;
        if (isRecord(value)) {
          for (const [key, inner] of Object.entries(value)) {
            result.set(key, inner);
            if (isUnsure(value, key)) unsure.add(key);
            else unsure.delete(key);
          }
        }
      } else {
        const outside = reading.guessed;
        reading.guessed = false;
        const key = entry(result, level);
        if (reading.guessed) unsure.add(key);
        else unsure.delete(key);
        reading.guessed = outside;
      }
      if (at === before) at += 1;
    }
    const made = Object.fromEntries(result);
    if (unsure.size > 0) UNSURE.set(made, unsure);
    return made;
  }

  /** The key that was set; `''` when there was none to read. */
  function entry(result: Map<string, unknown>, level: number): string {
    const token = tokens[at]!;
    if (token.kind === 'sign') {
      skip();
      return '';
    }
    at += 1;
    if (sign(':')) {
      result.set(token.text, expression(level + 1));
    } else if (/^[,}]$/.test(signAt(tokens, at))) {
      result.set(token.text, constant(token.text));
    } else {
      // A method, a getter: passed over with its body.
      result.set(token.text, skip());
    }
    return token.text;
  }

  /** Passes over the rest of an expression that is not understood. */
  function skip(): typeof UNKNOWN {
    while (at < tokens.length && !/^[,;)\]}]$/.test(signAt(tokens, at))) {
      at = signAt(tokens, at) in CLOSING ? balanced(tokens, at) : at + 1;
    }
    return UNKNOWN;
  }

  return expression(depth);
}

/** Answers every name: nothing is set. */
const ENVIRONMENT: Readonly<Record<string, undefined>> = {};

/** Position after the bracket that closes the one at `from`. */
function balanced(tokens: readonly Token[], from: number): number {
  const open: string[] = [];
  for (let at = from; at < tokens.length; at += 1) {
    const text = signAt(tokens, at);
    if (text in CLOSING) open.push(CLOSING[text]!);
    else if (text !== '' && text === open.at(-1)) open.pop();
    if (open.length === 0) return at + 1;
  }
  return tokens.length;
}

function property(holder: unknown, key: string): unknown {
  if (holder === ENVIRONMENT) return undefined;
  if (Array.isArray(holder) || isRecord(holder)) {
    return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
  }
  return UNKNOWN;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.text : '';
}

function signAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'sign' ? token.text : '';
}
