import { goldOf, sectionsAt, type Labels, type ReaderQuestion } from './labels.ts';
import { textsOf, type Reply } from './reply.ts';

/** Number of words in a row that a section must contain for them to count as taken from it. */
const RUN = 4;

export interface Score {
  readonly id: string;
  readonly site: string;
  readonly kind: string;
  readonly answerable: boolean;
  /** True if the question is unanswerable because it is about another subject. */
  readonly foreign: boolean;
  readonly answered: boolean;
  /** True if all facts are in the first excerpt (below: in the shown text, in the reachable text). */
  readonly factsFirst: boolean;
  readonly factsShown: boolean;
  readonly factsReached: boolean;
  /** Facts that are not shown, by their first wording. */
  readonly missed: readonly string[];
  /** True if the first citation refers to a right section (below: to a right page). */
  readonly section: boolean;
  readonly page: boolean;
  readonly words: number;
  /** Share of the shown words that are in a right section; 0 if nothing is shown. */
  readonly wordsRight: number;
}

/** Scores like the data set's own `score.mjs`. A refusal shows nothing and cites nothing. */
export function scoreReply(labels: Labels, site: string, question: ReaderQuestion, reply: Reply): Score {
  const { id, kind, answerable, must, note } = question;
  const gold = goldOf(labels, site, question);
  const texts = textsOf(reply);
  const missing = (text: string): readonly (readonly string[])[] => {
    const plain = labels.plain(text);
    return must.filter((wordings) => !wordings.some((wording) => plain.includes(labels.plain(wording))));
  };
  const units = reply.excerpts.flatMap((excerpt) => excerpt.units);
  const words = units.map(({ text }) => wordsOf(labels, text));
  const count = words.flat().length;
  const goldWords = gold.texts.map((text) => wordsOf(labels, text));
  const first = reply.excerpts[0]?.place;
  const shared = wordsShared(words, goldWords);
  const missed = missing(texts.shown);
  return {
    id,
    site,
    kind,
    answerable,
    foreign: note?.includes('foreign') ?? false,
    answered: reply.answered,
    factsFirst: answerable && missing(texts.first).length === 0,
    factsShown: answerable && missed.length === 0,
    factsReached: answerable && missing(texts.reached).length === 0,
    missed: missed.map(([wording]) => wording!),
    section: first !== undefined && sectionsAt(labels, site, first).some((section) => gold.sections.has(section)),
    page: first !== undefined && gold.pages.has(first.page),
    words: count,
    wordsRight: count === 0 ? 0 : shared / count,
  };
}

function wordsOf(labels: Labels, text: string): readonly string[] {
  return labels.plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Number of words of `units` in a run that one of `texts` contains; a unit shorter than a run must be contained whole. */
function wordsShared(units: readonly (readonly string[])[], texts: readonly (readonly string[])[]): number {
  const runs = new Set(texts.flatMap((text) => text.slice(RUN - 1).map((_, at) => text.slice(at, at + RUN).join(' '))));
  const whole = texts.map((text) => ` ${text.join(' ')} `);
  let shared = 0;
  for (const unit of units) {
    if (unit.length < RUN) {
      if (whole.some((text) => text.includes(` ${unit.join(' ')} `))) shared += unit.length;
      continue;
    }
    const inRun = new Set<number>();
    for (let at = 0; at + RUN <= unit.length; at += 1) {
      if (runs.has(unit.slice(at, at + RUN).join(' '))) for (let next = at; next < at + RUN; next += 1) inRun.add(next);
    }
    shared += inRun.size;
  }
  return shared;
}
