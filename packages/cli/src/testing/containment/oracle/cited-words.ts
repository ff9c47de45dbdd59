import type { Chunk, Citation, Statement } from '@ibid/core/types';
import type { Violation } from './oracle.ts';

/** Words that negate a sentence or bind it to a condition; it must not be shown without them. */
const BINDING =
  /(?<![\p{L}\p{N}])(?:not|no|never|none|neither|nor|nothing|nobody|nowhere|without|cannot|unless|only|except|if|until|avoid|instead|\p{L}+n['\u2019]t)(?![\p{L}\p{N}])/iu;

export interface Cited {
  readonly citation: Citation;
  readonly chunk: Chunk;
}

/** Checks that a statement is text of one of its quotes, and that no negation or condition of the page's sentence was cut off. */
export function wordFaults({ text }: Pick<Statement, 'text'>, cited: readonly Cited[]): readonly Violation[] {
  const source = cited.find(({ citation }) => citation.quote.includes(text.trim()));
  if (source === undefined) return [{ kind: 'unproved', detail: text }];
  const lost = BINDING.exec(cutOff(text.trim(), source.chunk.text))?.[0];
  return lost === undefined ? [] : [{ kind: 'turned', detail: `without ${lost}: ${text}` }];
}

/** The rest of the sentence that the words are from, before and behind them. */
function cutOff(text: string, whole: string): string {
  const line = whole.split('\n').find((one) => one.includes(text));
  // Text over several lines is a list, a table or code.
  if (line === undefined) return '';
  const at = line.indexOf(text);
  const ahead = line.slice(0, at);
  const before = ahead.slice((/.*[.!?:|\u2026]["'`)\]]*(?=\s)/u.exec(ahead)?.[0] ?? '').length);
  const isEnded = /[.!?:|\u2026]["'`)\]]*$/u.test(text);
  const behind = isEnded ? '' : (/^[^.!?|]*/u.exec(line.slice(at + text.length))?.[0] ?? '');
  return `${before}\n${behind}`;
}
