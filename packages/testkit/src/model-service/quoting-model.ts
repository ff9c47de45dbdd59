import { contentTokens, splitSentences } from '@ibid/core';
import type { ParsedCall } from './parse-call.ts';
import type { ModelScript } from './script.ts';

/**
 * A model that follows its instructions: it quotes up to three sentences of the source that fits the question best, each with its
 * label; it declines if no source shares a word with the question.
 */
export function quotingModel(): ModelScript {
  return (call) => {
    const { question, sources } = readSources(call);
    const quoted = bestSentences(question, sources).map(({ label, text }) => `${text} [${label}]`);
    return { kind: 'text', text: quoted.length === 0 ? 'NOT_IN_SOURCES' : quoted.join(' ') };
  };
}

/** Searches once with the words of the question, if `search_docs` is offered, then answers from all results like `quotingModel`. */
export function searchingModel(): ModelScript {
  const quote = quotingModel();
  return (call) => {
    const offered = call.tools.some(({ name }) => name === 'search_docs');
    if (!offered || call.toolResults.length > 0) return quote(call);
    const query = readSources(call).question.slice(0, 500);
    return { kind: 'tool', name: 'search_docs', arguments: JSON.stringify({ query_text: query }) };
  };
}

export interface SourceSentence {
  readonly label: string;
  /** One line, without list and heading markers. */
  readonly text: string;
}

const MAX_LENGTH = 400;
const MAX_SENTENCES = 3;

/** Sentences, in order, of the source that shares most words with the question; rare words count more. */
function bestSentences(question: string, sources: readonly GivenSource[]): readonly SourceSentence[] {
  const asked = contentTokens(question);
  const tokens = sources.map(({ text }) => contentTokens(text));
  const weight = (token: string): number =>
    Math.log(1 + sources.length / Math.max(1, tokens.filter((each) => each.has(token)).length));
  const shared = (text: string): number =>
    [...contentTokens(text)].reduce((sum, token) => sum + (asked.has(token) ? weight(token) : 0), 0);
  const ranked = sources
    .map((source) => {
      const scored = sentencesOf(source).map((sentence) => ({ sentence, score: shared(sentence.text) }));
      const kept = scored.toSorted((left, right) => right.score - left.score).slice(0, MAX_SENTENCES);
      return { scored, kept, score: kept.reduce((sum, { score }) => sum + score, 0) };
    })
    .toSorted((left, right) => right.score - left.score);
  const best = ranked[0];
  if (best === undefined || best.score === 0) return [];
  return best.scored.filter((each) => each.score > 0 && best.kept.includes(each)).map(({ sentence }) => sentence);
}

export function sentencesOf({ label, text }: GivenSource): readonly SourceSentence[] {
  return text
    .split(/\n+/u)
    .map((line) => line.replace(/^\s*(?:[-*+>#|]+|\d+[.)])\s+/u, ''))
    .flatMap((line) => splitSentences(line).map(({ start, end }) => line.slice(start, end)))
    .filter((sentence) => /[.!?]$/u.test(sentence) && sentence.length <= MAX_LENGTH && sentence.split(' ').length > 2)
    .map((sentence) => ({ label, text: sentence }));
}

export interface GivenSource {
  readonly label: string;
  readonly text: string;
}

/** The part of a call that a model answers from. */
export interface GivenInput {
  /** Sources of the messages and tool results, each label once, in order. */
  readonly sources: readonly GivenSource[];
  /** `question` of a JSON line, else the text of the last user message outside its JSON lines. */
  readonly question: string;
}

type Json = Readonly<Record<string, unknown>>;
const TEXT_KEYS = ['text', 'content_text', 'content'];

/**
 * Reads sources and question of a call. Sources are JSON lines with `label` and `text` in messages of the user and of tools, or
 * such objects anywhere in a tool result that is one JSON value. The question is that of the last user message that has one.
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

/** Parses objects and arrays only; `undefined` for prose. */
function parse(text: string): object | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
