import { parse } from 'yaml';

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** The text after the front matter. */
  readonly body: string;
  /** What is wrong with the YAML; `''` when nothing is. */
  readonly problem: string;
}

const FENCE = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Splits the YAML block from the start of a Markdown text. Never throws; a broken block is dropped and described in `problem`. */
export function frontMatter(text: string): FrontMatter {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const match = FENCE.exec(source);
  if (match === null) return { data: {}, body: source, problem: '' };
  const body = source.slice(match[0].length);
  try {
    const data: unknown = parse(match[1] ?? '', { maxAliasCount: 100, logLevel: 'error' });
    if (data === null || data === undefined) return { data: {}, body, problem: '' };
    if (typeof data === 'object' && !Array.isArray(data)) {
      return { data: data as Record<string, unknown>, body, problem: '' };
    }
    return { data: {}, body, problem: 'it is no list of `key: value` lines' };
  } catch (error) {
    return { data: {}, body, problem: error instanceof Error ? error.message.split('\n', 1)[0]! : 'it cannot be read' };
  }
}

/** A front matter value as text, numbers included; `''` when absent or of another kind. */
export function frontMatterText(data: Readonly<Record<string, unknown>>, key: string): string {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
