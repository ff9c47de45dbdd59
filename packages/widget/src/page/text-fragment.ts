/**
 * Text fragments (`#anchor:~:text=…`), by which a link lands at the quoted words where there is no script: in a new tab, or after
 * copying it. An exact one must lie inside one block, so a quote over several lines or cells, or a long one, is named by its
 * first and last words. `-`, `,` and `&` mean something there and are always escaped.
 */
const LONGEST = 160;
const EDGE = 6;
const BORDERS = /\n[ \t]*(?:(?:[-*]|\d+[.)])[ \t]+)?| \| /;

/** What follows `:~:text=`; `''` for a blank quote. */
export function textFragment(quote: string): string {
  const runs = quote
    .split(BORDERS)
    .map((run) => run.split(/\s+/).filter(Boolean))
    .filter((run) => run.length > 0);
  const first = runs[0] ?? [];
  const whole = first.join(' ');
  if (runs.length < 2 && (whole.length <= LONGEST || first.length < 2 * EDGE)) return escape(whole);
  return `${escape(first.slice(0, EDGE).join(' '))},${escape(runs.at(-1)!.slice(-EDGE).join(' '))}`;
}

function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');
}
