/** A run of `*`, `_` or `~` that may mark emphasis. */
export interface DelimiterRun {
  readonly character: string;
  /** Where it begins in the source. */
  readonly at: number;
  readonly opens: boolean;
  readonly closes: boolean;
  /** Characters that are left as text. */
  left: number;
}

/** What was not closed within so many characters stands for itself. */
const FARTHEST = 1000;

const SPACE = /^\s?$/u;
const MARK = /[\p{P}\p{S}]/u;
/** Between other marks a run is text: `[a.*]`, `src/*.ts`. */
const OPENING = /[\p{Ps}\p{Pi}\p{Pd}"'*_~]/u;
const CLOSING = /[\p{Pe}\p{Pf}\p{Pd}"'*_~.,;:!?\u2026]/u;
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u3001-\u303f\uff01-\uff65]/u;
const PLAIN_WORD = /[a-z0-9]/iu;

/**
 * Whether a run can open and close emphasis between two characters (`''` at a border). Between letters and digits of names and
 * numbers it is text: `5*3*2`, `snake_case`.
 */
export function flanks(
  character: string,
  before: string,
  after: string,
): { readonly opens: boolean; readonly closes: boolean } {
  if (PLAIN_WORD.test(before) && PLAIN_WORD.test(after)) return { opens: false, closes: false };
  const spaceBefore = SPACE.test(before);
  const spaceAfter = SPACE.test(after);
  const markBefore = MARK.test(before);
  const markAfter = MARK.test(after);
  const left = !spaceAfter && (!markAfter || spaceBefore || OPENING.test(before) || CJK.test(before));
  const right = !spaceBefore && (!markBefore || spaceAfter || CLOSING.test(after) || CJK.test(after));
  if (character !== '_') return { opens: left, closes: right };
  return { opens: left && (!right || markBefore), closes: right && (!left || markAfter) };
}

/**
 * Pairs runs in order of their places, each character of a pair taken from `left`. Returns the place of the first run that may still be
 * closed by what follows `end`; `end` when there is none.
 */
export function pairRuns(runs: readonly DelimiterRun[], end: number): number {
  const open: DelimiterRun[] = [];
  const openOf = new Map<string, number[]>();
  const forget = (from: number): void => {
    for (const places of openOf.values()) while (places.length > 0 && places.at(-1)! >= from) places.pop();
    open.length = from;
  };
  for (const run of runs) {
    const places = openOf.get(run.character) ?? [];
    openOf.set(run.character, places);
    while (run.closes && run.left > 0 && places.length > 0) {
      const place = places.at(-1)!;
      const opener = open[place]!;
      if (run.at - opener.at > FARTHEST) break;
      const taken = Math.min(run.left, opener.left, run.character === '~' ? 2 : 3);
      run.left -= taken;
      opener.left -= taken;
      forget(opener.left > 0 ? place + 1 : place);
    }
    if (run.opens && run.left > 0) places.push(open.push(run) - 1);
  }
  return open.find(({ at }) => end - at <= FARTHEST)?.at ?? end;
}
