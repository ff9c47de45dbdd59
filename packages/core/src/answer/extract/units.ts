import type { Passage, StatementKind } from '../../spec/answer.ts';
import type { Span } from '../../spec/chunk.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { tokenize } from '../../text/tokenize.ts';

/** The smallest thing an extractive answer shows: one sentence, step, list item, table row or code block, verbatim. */
export interface Unit {
  /** Position of the passage among the passages given. */
  readonly passage: number;
  readonly kind: StatementKind;
  /** Offsets in the chunk's text, inside the passage's window. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Tokens in order, with repeats, and the distinct ones. */
  readonly sequence: readonly string[];
  readonly tokens: ReadonlySet<string>;
  /** Position among the units of the passage, from 0. */
  readonly place: number;
  /** Units with one number belong to one list, table or paragraph of the passage. */
  readonly block: number;
  readonly language: string;
  /** For table rows: the header row above, `''` otherwise. */
  readonly header: string;
}

/** Kinds of spans that say nothing on their own. */
const SILENT: ReadonlySet<Span['kind']> = new Set(['label', 'image', 'header']);

function kindOf(span: Span): StatementKind {
  if (span.kind === 'code' || span.kind === 'math') return 'code';
  if (span.kind === 'row') return 'row';
  if (span.kind === 'item') return span.ordinal > 0 ? 'step' : 'item';
  return 'sentence';
}

/** Sentences of prose; code and rows whole; list items whole when short, else sentence by sentence. */
function pieces(text: string, span: Span): { start: number; end: number }[] {
  const whole = [{ start: span.start, end: span.end }];
  if (span.kind === 'code' || span.kind === 'math' || span.kind === 'row') return whole;
  const body = text.slice(span.start, span.end);
  if (span.kind === 'item' && body.length <= 240) return whole;
  return splitSentences(body).flatMap(({ start, end }) =>
    atSigns(body.slice(start, end)).map((piece) => ({
      start: span.start + start + piece.start,
      end: span.start + start + piece.end,
    })),
  );
}

/** Signs that authors put before the points of a list written as one paragraph, line by line. */
const POINT = /(?<=\s)(?=[✅☑✔✓❌✗•▪◦►➤👉]\s?)/u;

/** Sentences without a full stop between them, told apart by the signs in front. */
function atSigns(sentence: string): { start: number; end: number }[] {
  let at = 0;
  return sentence.split(POINT).map((piece) => {
    const start = at;
    at += piece.length;
    return { start, end: start + piece.trimEnd().length };
  });
}

/** All units of a passage in reading order. */
export function unitsOf(passage: Passage, index: number): Unit[] {
  const { chunk, window } = passage;
  const from = window?.start ?? 0;
  const to = window?.end ?? chunk.text.length;
  const units: Unit[] = [];
  let header = chunk.lead;
  for (const [block, span] of chunk.spans.entries()) {
    if (span.kind === 'header') header = chunk.text.slice(span.start, span.end);
    if (SILENT.has(span.kind)) continue;
    for (const piece of pieces(chunk.text, span)) {
      const start = Math.max(from, piece.start);
      const end = Math.min(to, piece.end);
      if (end <= start) continue;
      const text = chunk.text.slice(start, end);
      const sequence = tokenize(text);
      units.push({
        passage: index,
        kind: kindOf(span),
        start,
        end,
        text,
        sequence,
        tokens: new Set(sequence),
        place: units.length,
        block: span.group > 0 ? -span.group : block,
        language: span.language,
        header: span.kind === 'row' ? header : '',
      });
    }
  }
  return units;
}
