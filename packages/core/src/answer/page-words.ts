import type { Unit } from '../excerpt/units.ts';
import type { Citation, DraftEvent, Passage } from '../types/answer.ts';
import { neededBy, sentenceBefore, standInFor } from './stand-in.ts';

type Proposed = Extract<DraftEvent, { type: 'statement-proposed' }>;
type Quote = Pick<Citation, 'chunkId' | 'start' | 'end'>;

export interface PageWords {
  /** Statements that neither stand in the answer nor does the page in their place. */
  readonly withheld: number;
  /**
   * What is shown for a proposed statement, in order: itself behind what it needs of its page, or the page's words in its place; nothing
   * where these stand there already, or it is withheld. `own` = what carries it, `undefined` for nothing.
   */
  wordsFor(event: Proposed, own: readonly Citation[] | undefined): readonly Proposed[];
  /** A statement is shown now. */
  note(text: string, cited: readonly Quote[]): void;
}

/** Puts the page's own words into an answer that a model words: each once, in the order of the page, and with what it needs. */
export function pageWords(passageOf: (label: string) => Passage | undefined): PageWords {
  let withheld = 0;
  const shown: Quote[] = [];
  /** Of those, what the model has not written. */
  const added: Quote[] = [];
  /** What was shown last of one passage in its order, without anything between. */
  let run: Quote[] = [];
  let lastText = '';
  /** A refused statement introduces what follows. */
  let isOwed = false;

  const withheldOne = (isLeadIn: boolean): readonly Proposed[] => {
    withheld += 1;
    isOwed = isLeadIn;
    return [];
  };

  /** Whether what was shown last stands before it in its passage. */
  function goesOn({ chunk }: Passage, start: number): boolean {
    const last = run.at(-1);
    return last?.chunkId === chunk.id && last.start < start;
  }

  /** What leads nothing in on its page is no item of a list that another sentence leads in. */
  function freed(event: Proposed): Proposed {
    return event.kind === 'item' && lastText.endsWith(':') ? { ...event, kind: 'sentence' } : event;
  }

  /** Those that do not stand right before; `undefined` where one stands elsewhere, for nothing is said twice. */
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
    const needs = neededBy(passage, start, event);
    if (needs === undefined) return withheldOne(false);
    const leading = needs.length === 0 && isOwed && event.kind === 'code' ? sentenceBefore(passage, start) : needs;
    const rest = leading.filter((unit) => !goesOn(passage, start) || !run.some(isOf(chunkId, unit)));
    if (isOwed && rest.length > 0) withheld -= 1;
    // Said again rather than left out: below another lead-in or header it would say something else.
    return [...rest.map((unit) => quote(event, passage, unit)), leading.length === 0 ? freed(event) : event];
  }

  function standIn(event: Proposed, named: readonly Passage[]): readonly Proposed[] {
    const isLeadIn = event.text.endsWith(':');
    const found = event.kind === 'code' ? undefined : standInFor(event.text, named);
    if (found === undefined) return withheldOne(isLeadIn);
    const { passage, units } = found;
    if (shown.some(isOf(passage.chunk.id, units.at(-1)!))) return [];
    const rest = missing(passage, units, units.at(-1)!.start);
    if (rest === undefined) return withheldOne(isLeadIn);
    // An item stays one where a sentence stands in for it.
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
