import { LABELS_ALONE, MAYBE_LABELS } from './label-syntax.ts';
import { TABLE_RULE } from './table-row.ts';

/**
 * What a line is, told by its beginning where that suffices. `marker` of a list: `width` characters, then the item. `comment`: what
 * follows is hidden until `closer`. `whole`: the line must be read to its end first.
 */
export type LineStart =
  | { readonly type: 'blank' | 'break' | 'heading' | 'fence' | 'row' | 'rule' | 'labels' | 'text' | 'whole' }
  | { readonly type: 'marker'; readonly kind: 'item' | 'step'; readonly width: number; readonly number: number }
  | { readonly type: 'comment'; readonly closer: RegExp; readonly width: number };

type Plain = Exclude<LineStart['type'], 'marker' | 'comment'>;

const COMMENTS: readonly (readonly [opener: string, closer: RegExp])[] = [
  ['<!--', /-->/u],
  // Some models think aloud in front of their answer.
  ['<think>', /<\/think>/iu],
  ['<thinking>', /<\/thinking>/iu],
];
const BREAK = /^(?:(?:-[ \t]*){2,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={2,}[ \t]*)$/u;
const MAYBE_BREAK = /^([-*_=])(?:[ \t]|\1)*$/u;
const MAYBE_RULE = /^[\s|:-]*$/u;
const BULLET = /^[-*+\u2022][ \t]+(?=\S)/u;
const NUMBERED = /^(\d{1,3})[.)][ \t]+(?=\S)/u;
const MAYBE_MARKER = /^(?:[-*+\u2022]|\d{1,3}(?:[.)])?)[ \t]*$/u;
const HEADING = /^#{1,6}(?:[ \t]|$)/u;
/** A line that is unclear for so long is read to its end. */
const LONGEST_UNCLEAR = 1000;

const plain = (type: Plain): LineStart => ({ type });

/** `rest`: a line without what stands before its content. `undefined` while more of it must be seen, which is never so when `complete`. */
export function lineStart(rest: string, complete: boolean): LineStart | undefined {
  const first = rest[0];
  if (first === undefined) return complete ? plain('blank') : undefined;
  if (/[\p{L}"']/u.test(first)) return plain('text');
  if (!complete && rest.length > LONGEST_UNCLEAR) return plain('whole');
  switch (first) {
    case '`':
    case '~':
      if (/^(?:`{3}|~{3})/u.test(rest)) return plain(complete ? 'fence' : 'whole');
      return !complete && rest.length < 3 && /^(?:`+|~+)$/u.test(rest) ? undefined : plain('text');
    case '#':
      if (!complete && /^#{1,6}$/u.test(rest)) return undefined;
      return plain(HEADING.test(rest) ? 'heading' : 'text');
    case '<':
      return commentStart(rest, complete);
    case '|':
      return complete ? plain(TABLE_RULE.test(rest) ? 'rule' : 'row') : plain('whole');
    case '[':
    case '(':
    case '\\':
    case '\u3010':
    case '\uff3b':
      if (!complete && MAYBE_LABELS.test(rest)) return undefined;
      return plain(complete && LABELS_ALONE.test(rest) ? 'labels' : 'text');
    case ':':
      if (!complete && MAYBE_RULE.test(rest)) return undefined;
      return plain(complete && TABLE_RULE.test(rest) ? 'rule' : 'text');
    default:
      return markerStart(rest, complete);
  }
}

function commentStart(rest: string, complete: boolean): LineStart | undefined {
  const lower = rest.slice(0, 12).toLowerCase();
  for (const [opener, closer] of COMMENTS) {
    if (lower.startsWith(opener)) return { type: 'comment', closer, width: opener.length };
    if (!complete && opener.startsWith(lower)) return undefined;
  }
  return plain('text');
}

function markerStart(rest: string, complete: boolean): LineStart | undefined {
  if (
    !complete &&
    (MAYBE_BREAK.test(rest) || MAYBE_MARKER.test(rest) || (rest.startsWith('-') && MAYBE_RULE.test(rest)))
  ) {
    return undefined;
  }
  if (complete && BREAK.test(rest)) return plain('break');
  if (complete && TABLE_RULE.test(rest)) return plain('rule');
  const bullet = BULLET.exec(rest);
  if (bullet !== null) return { type: 'marker', kind: 'item', width: bullet[0].length, number: 0 };
  const numbered = NUMBERED.exec(rest);
  if (numbered !== null) {
    return { type: 'marker', kind: 'step', width: numbered[0].length, number: Number(numbered[1]) };
  }
  return plain(complete && MAYBE_MARKER.test(rest) && /\D/u.test(rest) ? 'break' : 'text');
}
