import type { Unit } from '../excerpt/units.ts';
import type { Citation, DraftEvent, Passage } from '../types/answer.ts';
import { neededBy, sentenceBefore, standInFor } from './stand-in.ts';

type Proposed = Extract<DraftEvent, { type: 'statement-proposed' }>;
type Quote = Pick<Citation, 'chunkId' | 'start' | 'end'>;

export interface PageWords {
  /** Number of statements that were neither shown nor replaced by text of the page. */
  readonly withheld: number;
  /**
   * Returns what to show for a proposed statement, in order: the statement after the context it needs, or a replacement from the page;
   * nothing if this is already shown, or if the statement is withheld. `own`: citations that support it, `undefined` if there are none.
   */
  wordsFor(event: Proposed, own: readonly Citation[] | undefined): readonly Proposed[];
  note(text: string, cited: readonly Quote[]): void;
}

/** Says of the code below it not to use it. */
const DENIES = /\b(?:no|not|never|avoid|instead of|wrong|incorrect|invalid|deprecated|obsolete)\b|n['\u2019]t\b/iu;

/** Adds text of the page to an answer worded by a model: each part once, in page order, with the context it needs. */
export function pageWords(passageOf: (label: string) => Passage | undefined): PageWords {
  let withheld = 0;
  const shown: Quote[] = [];
  /** Those of `shown` that were added, not written by the model. */
  const added: Quote[] = [];
  /** Quotes shown last that are from one passage, in its order, without others in between. */
  let run: Quote[] = [];
  let lastText = '';
  /** True if a lead-in was withheld whose list or code may follow. */
  let isOwed = false;

  const withheldOne = (isLeadIn: boolean): readonly Proposed[] => {
    withheld += 1;
    isOwed = isLeadIn;
    return [];
  };

  /** Returns true if the quote shown last is from the same passage and before `start`. */
  function goesOn({ chunk }: Passage, start: number): boolean {
    const last = run.at(-1);
    return last?.chunkId === chunk.id && last.start < start;
  }

  /** An item with no lead-in on its page becomes a sentence, so that it does not join another sentence's list. */
  function freed(event: Proposed): Proposed {
    return event.kind === 'item' && lastText.endsWith(':') ? { ...event, kind: 'sentence' } : event;
  }

  /** Units not shown directly before; `undefined` if one is shown elsewhere, because nothing may be repeated. */
  function missing(passage: Passage, units: readonly Unit[], start: number): readonly Unit[] | undefined {
    const { chunk } = passage;
    const rest = goesOn(passage, start) ? units.filter((unit) => !run.some(isOf(chunk.id, unit))) : units;
    return rest.some((unit) => shown.some(isOf(chunk.id, unit))) ? undefined : rest;
  }

  function quote(event: Proposed, { label, chunk }: Passage, unit: Unit): Proposed {
    const { kind, text, start, end, language } = unit;
    added.push({ chunkId: chunk.id, start, end });
    return { ...event, kind, text, language, evidence: [{ label, quote: text, start }] };
  }

  function ownWords(event: Proposed, named: readonly Passage[], own: readonly Citation[]): readonly Proposed[] {
    if (own.every((quoted) => added.some((one) => holds(one, quoted)))) return [];
    const [{ chunkId, start }] = own as [Citation];
    const passage = named.find(({ chunk }) => chunk.id === chunkId);
    if (passage === undefined) return [event];
    const needs = neededBy(passage, start);
    if (needs === undefined) return withheldOne(false);
    const before = needs.length === 0 && event.kind === 'code' ? sentenceBefore(passage, start) : [];
    const leading = isOwed || before.some(({ text }) => DENIES.test(text)) ? [...needs, ...before] : needs;
    const rest = leading.filter((unit) => !goesOn(passage, start) || !run.some(isOf(chunkId, unit)));
    if (isOwed && rest.length > 0) withheld -= 1;
    // Repeated, because below another lead-in or header it would have another meaning.
    return [...rest.map((unit) => quote(event, passage, unit)), leading.length === 0 ? freed(event) : event];
  }

  function standIn(event: Proposed, named: readonly Passage[]): readonly Proposed[] {
    const isLeadIn = event.text.endsWith(':');
    // A command may stand in a sentence that says what it is for, or not to use it.
    const isBlock = event.kind === 'code' && event.text.includes('\n');
    const found = isBlock ? undefined : standInFor(event.text, named);
    if (found === undefined) return withheldOne(isLeadIn);
    const { passage, units } = found;
    if (shown.some(isOf(passage.chunk.id, units.at(-1)!))) return [];
    const rest = missing(passage, units, units.at(-1)!.start);
    if (rest === undefined) return withheldOne(isLeadIn);
    // A sentence that replaces an item stays an item.
    const isItem = freed(event).kind === 'item' && units.length === 1 && units[0]!.kind === 'sentence';
    return rest.map((unit) => ({ ...quote(event, passage, unit), ...(isItem ? { kind: 'item' as const } : {}) }));
  }

  return {
    get withheld() {
      return withheld;
    },
    wordsFor(event, own) {
      const isQuoting = event.place !== undefined || event.evidence.some(({ quote: claim }) => claim !== undefined);
      if (isQuoting) return own === undefined ? withheldOne(false) : [event];
      const named = event.evidence.flatMap(({ label }) => passageOf(label) ?? []);
      if (own === undefined && named.length < event.evidence.length) return withheldOne(false);
      const words = own === undefined ? standIn(event, named) : ownWords(event, named, own);
      if (words.length > 0) isOwed = false;
      return words;
    },
    note(text, cited) {
      lastText = text;
      shown.push(...cited);
      const [first] = cited;
      const last = run.at(-1);
      if (first === undefined) return;
      run = last?.chunkId === first.chunkId && last.start < first.start ? [...run, first] : [first];
    },
  };
}

const isOf =
  (chunkId: string, { start }: Unit) =>
  (quoted: Quote): boolean =>
    quoted.chunkId === chunkId && quoted.start === start;

function holds(outer: Quote, { chunkId, start, end }: Quote): boolean {
  return outer.chunkId === chunkId && outer.start <= start && end <= outer.end;
}
