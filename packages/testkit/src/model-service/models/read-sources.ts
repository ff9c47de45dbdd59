import type { ParsedCall } from '../parsed-call.ts';

export interface GivenSource {
  readonly label: string;
  readonly text: string;
}

/** What a call holds for a model to answer from. */
export interface GivenInput {
  /** Sources of the messages and of tool results, each label once, in order. */
  readonly sources: readonly GivenSource[];
  /** The `question` of a JSON line, else what the last user message says beside its JSON lines. */
  readonly question: string;
}

type Json = Readonly<Record<string, unknown>>;
const TEXT_KEYS = ['text', 'content_text', 'content'];

/**
 * Sources are JSON lines with `label` and `text` in messages of the user and of tools, or objects of that kind anywhere in a tool
 * result that is one JSON value. The last user message that has a question asks it.
 */
export function readSources(call: ParsedCall): GivenInput {
  const sources = new Map<string, GivenSource>();
  let question = '';
  for (const { role, text } of call.messages) {
    if (role !== 'user' && role !== 'tool') continue;
    const prose: string[] = [];
    let asked = '';
    for (const line of text.split('\n')) {
      const value = parse(line);
      if (value === undefined) prose.push(line);
      else asked = questionOf(value) ?? asked;
      for (const source of value === undefined ? [] : sourcesIn(value)) sources.set(source.label, source);
    }
    if (role === 'tool') for (const source of sourcesIn(parse(text))) sources.set(source.label, source);
    else if (asked !== '' || prose.some((line) => line.trim() !== '')) question = asked || prose.join('\n').trim();
  }
  return { sources: [...sources.values()], question };
}

function sourcesIn(value: unknown): readonly GivenSource[] {
  if (Array.isArray(value)) return (value as readonly unknown[]).flatMap(sourcesIn);
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Json;
  const text = TEXT_KEYS.map((key) => object[key]).find((each) => typeof each === 'string');
  const { label } = object;
  if (typeof label === 'string' && typeof text === 'string') return [{ label, text }];
  return Object.values(object).flatMap(sourcesIn);
}

function questionOf(value: unknown): string | undefined {
  const { question } = value as Json;
  return typeof question === 'string' ? question : undefined;
}

/** Objects and arrays alone; `undefined` for prose. */
function parse(text: string): object | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
