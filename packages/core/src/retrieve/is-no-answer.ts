import type { Chunk, Span } from '../types/chunk.ts';

/** A checkbox before an item. */
const BOX = /^\s*(?:\[[ xX]?\]|[☐☑☒])/u;
/** Announces what a reader will learn or has learnt, without the content. */
const GOALS =
  /\b(?:you(?: have|['’]ve)?(?: now)? (?:learn(?:ed|t)|covered|explored)|you(?:['’]ll| will| should)(?: now)?(?: be able to| know| learn| understand)|able to|by the end|learning (?:goals|objectives|outcomes)|objectives|we(?:['’]ll| will) (?:cover|learn|look at))\b[^.!?]{0,120}[:：]?\s*$/iu;
/** Entries of a plan of lessons. */
const PLANNED = /^\W*(?:(?:learning )?(?:goal|objective|outcome)s?|scope|duration|tools)\s*:/iu;
const OPTION = /^\s*\(?[A-Da-d][).]\s/u;
const TASK =
  /^(?:(?:exercise|challenge|quiz|assignment|solution)s?(?: \d+)?(?:\s*[:.(–-].*)?|self[- ](?:check|test|assessment)\b.*|homework\b.*)$/iu;
/** The title of a page of questions to oneself: "Chapter 1: Self-Assessment". */
const OF_TASKS = /\b(?:(?:chapter|final|module|self)[- ](?:assessment|check|test)|quiz(?:zes)?|exercises)$/iu;
const BEFORE = /\b(?:prerequisites?|requirements?|before you|assumed knowledge|you(?: should| need to) know)\b/iu;
/** Previous knowledge that a page asks for: "Basic understanding of …". */
const KNOWN_BEFORE =
  /^\W*(?:(?:an?|basic|good|prior|solid|some|strong|working) )*(?:understanding|knowledge|familiarity|completion|experience|proficiency)\b/iu;
const LINKED = 0.7;
const MOST = 0.6;
const FEWEST = 3;

/** Returns true if the form of a passage answers nothing: a checklist, learning goals, a quiz or exercise, or a list of links. */
export function isNoAnswer(chunk: Chunk): boolean {
  const { spans, text, title, heading, marks } = chunk;
  const textOf = (span: Span): string => text.slice(span.start, span.end);
  const words = spans.filter(({ kind }) => kind !== 'label' && kind !== 'image');
  const items = words.filter(({ kind }) => kind === 'item');
  const length = words.reduce((sum, { start, end }) => sum + end - start, 0);
  const listed = items.reduce((sum, { start, end }) => sum + end - start, 0);
  if (TASK.test(heading) || OF_TASKS.test(title)) return true;
  if (words.length === 0) return false;
  const asked = words.filter((span) => /[?？]\s*$/u.test(textOf(span)) || OPTION.test(textOf(span)));
  if (asked.length >= FEWEST && asked.length >= MOST * words.length) return true;
  if (items.length < FEWEST || listed < (length * MOST) / 2) return false;
  const lead = words[words.indexOf(items[0]!) - 1];
  if (lead !== undefined && GOALS.test(textOf(lead))) return true;
  const areMost = (form: RegExp): boolean =>
    items.filter((span) => form.test(textOf(span))).length >= MOST * items.length;
  if (areMost(BOX) || areMost(PLANNED)) return true;
  const links = marks.filter(({ kind }) => kind === 'link');
  const linked = items.filter((span) => {
    const inside = links.filter(({ start, end }) => start >= span.start && end <= span.end);
    return inside.reduce((sum, { start, end }) => sum + end - start, 0) >= LINKED * (span.end - span.start);
  });
  return listed >= MOST * length && linked.length >= MOST * items.length;
}

/** Returns true if a passage lists what a reader has to know before, which answers only who asks for that. */
export function isPreviousKnowledge({ heading, spans, text }: Chunk): boolean {
  const items = spans.filter(({ kind }) => kind === 'item');
  const known = items.filter(({ start, end }) => KNOWN_BEFORE.test(text.slice(start, end)));
  return BEFORE.test(heading) && known.length > 0 && known.length >= MOST * items.length;
}
