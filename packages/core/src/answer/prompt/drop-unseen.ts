import { dropInvisible } from '../../parse/visible-text.ts';

/** Controls, fillers and further selectors: they show nothing, and can spell out words for a model alone. */
const UNSEEN: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x206a, 0x206f],
  [0x3164, 0x3164],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0080, 0xe0fff],
];
const hex = (code: number): string => `\\u{${code.toString(16)}}`;
const UNSEEN_PATTERN = new RegExp(`[${UNSEEN.map(([from, to]) => `${hex(from)}-${hex(to)}`).join('')}]`, 'gu');

/** `text` without the characters that no reader sees, each judged by itself; white space and single joiners stay. */
export function dropUnseen(text: string): string {
  return dropInvisible(text).replaceAll(UNSEEN_PATTERN, '');
}
