/** Finds the units that a unit of a section needs to be understood. All places are positions in the section's list of units. */
import type { Unit } from './units.ts';

/** Begins with a word that refers to earlier text, or with a bracket. */
const LEANS_BACK =
  /^(?:\(|(?:it|this|these|they|that|those|such|he|she|its|their|his|her|both|the (?:former|latter|above|following|previous|preceding|resulting|second|third)|another|as such|in other words|(?:in|by) contrast|on the other hand|as (?:before|above|mentioned|noted|discussed|explained|described|shown)|finally|again|next|however|therefore|thus|hence|instead|otherwise|also|additionally|moreover|furthermore|but|and|or|so|then|in (?:this|that|these|those|such) (?:case|cases)|for (?:example|instance)|as (?:a result|you can see)|similarly|conversely|alternatively|rather|still|yet|(?:in order )?to (?:do|fix|solve|avoid|prevent|achieve|address|handle) (?:this|that|so|it)|(?:for|with|after|because of|due to|besides|beyond|from|on top of) (?:this|that|these|those)|(?:\S+ ){1,4}(?:this|these|such)(?!\W*[:：]))\b)/iu;

/** Contradicts or limits the sentence before. */
const TURNS =
  /^(?:however|but|yet|except|unless|although|though|despite|in spite of|contrary to|nevertheless|nonetheless|that is (?:wrong|false|not)|this is (?:wrong|false|not|no longer|only)|not so|wrong|it (?:does|is|was|did|has|can|will|must|should)(?: not|n['’]t)|they (?:do|are|were|did|have|can|will|must|should)(?: not|n['’]t)|this (?:does|did|has|will|must|should)(?: not|n['’]t|no longer)|instead|no longer|in reality|in fact|actually|the truth is|note,? (?:that|however)|beware|caution|warning|only\b)/iu;

const ANNOUNCES = /[:：]\s*$/u;
const ENDS = /[.!?…。！？]['"”’)\]]*\s*$/u;
const CAPTION_WORDS = 8;
/** A paragraph with more words is no lead-in as a whole. */
const LEAD_WORDS = 60;

const isListed = (unit: Unit): boolean => unit.kind === 'item' || unit.kind === 'step';

/** Not "the following year". */
const FOLLOWING =
  /\b(?:the following (?:[\p{L}-]+ )?(?:[\p{L}-]+s|code|command|list|output|script|table)\b[^,;]{0,60}|as follows|below)[.:]?$/iu;
const FOLLOWED: ReadonlySet<string> = new Set(['code', 'header', 'row', 'item', 'step']);

/**
 * Returns true if a unit announces the next one: with a colon, as "the following" or "below" does above code, a list or a table, or as a
 * caption, which is a few words without a full stop above code or a table.
 */
export function announces(units: readonly Unit[], place: number): boolean {
  const unit = units[place]!;
  if (unit.kind === 'code' || unit.kind === 'row') return false;
  if (ANNOUNCES.test(unit.text)) return true;
  const after = units[place + 1]?.kind;
  const isNamed = FOLLOWED.has(after ?? '') && FOLLOWING.test(unit.text);
  if (isNamed) return true;
  const isShort = unit.kind === 'sentence' && unit.words <= CAPTION_WORDS && !ENDS.test(unit.text);
  return isShort && (after === 'code' || after === 'header' || after === 'row');
}

function inList(one: Unit | undefined): boolean {
  return one !== undefined && (one.depth > 0 || isListed(one));
}

/** First and last unit of the list or table that contains a unit, including text inside its items; the unit itself if there is none. */
export function wholeOf(units: readonly Unit[], place: number): { readonly first: number; readonly last: number } {
  const unit = units[place]!;
  const inTable = (one: Unit | undefined): boolean =>
    one !== undefined && one.group === unit.group && (one.kind === 'row' || one.kind === 'header');
  const belongs = inList(unit) ? inList : unit.kind === 'row' || unit.kind === 'header' ? inTable : undefined;
  if (belongs === undefined) return { first: place, last: place };
  let first = place;
  let last = place;
  while (belongs(units[first - 1])) first--;
  while (belongs(units[last + 1])) last++;
  return { first, last };
}

/** Positions of units before `place` that it directly needs, nearest first. These may need others. */
export function needsBefore(units: readonly Unit[], place: number): number[] {
  const unit = units[place]!;
  const before = units[place - 1];
  const needed: number[] = [];
  if (before === undefined) return needed;
  if (before.kind === 'label' || announces(units, place - 1)) needed.push(place - 1);
  if (unit.group > 0) {
    const label = findBack(
      units,
      place,
      (one) => one.group === unit.group && (one.kind === 'label' || one.kind === 'header'),
    );
    if (label !== undefined) needed.push(label);
  }
  if (isListed(unit)) {
    const parent = findBack(units, place, (one) => one.depth < unit.depth);
    if (parent !== undefined && isListed(units[parent]!)) needed.push(parent);
    else if (parent !== undefined) needed.push(...leadIn(units, parent));
  } else if (unit.depth > 0) {
    const item = findBack(units, place, (one) => isListed(one) && one.depth <= unit.depth);
    if (item !== undefined) needed.push(item);
  }
  if (unit.kind === 'row' || unit.kind === 'header') {
    needed.push(...leadIn(units, wholeOf(units, place).first - 1));
  }
  if (unit.kind === 'code' && before.kind !== 'row') needed.push(place - 1);
  // "will install it" goes on with a sentence that has code in the middle.
  const goesOnBehind = before.kind === 'code' && /^\p{Ll}/u.test(unit.text);
  if (unit.kind === 'sentence' && (goesOnBehind || LEANS_BACK.test(unit.text))) needed.push(place - 1);
  return needed;
}

/** Position of the last unit that must follow `place`; `place` itself if there is none. */
export function neededAfter(units: readonly Unit[], place: number): number {
  const unit = units[place]!;
  const after = units[place + 1];
  if (after === undefined) return place;
  if (unit.kind === 'label' || unit.kind === 'header' || announces(units, place)) return place + 1;
  return unit.kind === 'sentence' && after.kind === 'sentence' && TURNS.test(after.text) ? place + 1 : place;
}

/** The paragraph that ends at `last` and leads in a list or table: all of it, because its first sentence may limit the rest; if long, its last sentence. */
function leadIn(units: readonly Unit[], last: number): number[] {
  if (units[last] === undefined || !isProse(units[last])) return [];
  const places = [last];
  let words = units[last].words;
  for (let at = last - 1; units[at]?.span === units[last].span; at--) {
    words += units[at]!.words;
    places.push(at);
  }
  return words <= LEAD_WORDS ? places : [last];
}

function isProse(unit: Unit): boolean {
  return unit.kind === 'sentence' || unit.kind === 'label';
}

function findBack(units: readonly Unit[], place: number, is: (unit: Unit) => boolean): number | undefined {
  for (let at = place - 1; at >= 0; at--) if (is(units[at]!)) return at;
  return undefined;
}
