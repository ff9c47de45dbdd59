import type { Payload } from './payload.ts';

const CORES: readonly string[] = [
  '<img src=x onerror=__hit(«id»)>',
  '[click](javascript:__hit(«id»))',
  '![x](https://evil.example/«id»)',
];

const tagged = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe_00_00 + (char.codePointAt(0)! & 0x7f))).join('');
const fullWidth = (text: string): string =>
  text.replaceAll(/[<>"'()[\]!=:/]/gu, (char) => String.fromCodePoint(char.codePointAt(0)! + 0xfe_e0));

/** The same in characters that are not seen, turn around, look alike, or become others when they are normalised or cut. */
const DISGUISES: readonly (readonly [string, (text: string) => string])[] = [
  ['right to left', (text) => `\u202e${text}\u202c`],
  ['isolated', (text) => `\u2067${text}\u2069`],
  ['zero width', (text) => text.replaceAll(/(?<=<|java|!\[)/gu, '\u200b')],
  ['joined', (text) => text.replaceAll(/(?<=\w)(?=\w{3})/gu, '\u2060')],
  ['behind a byte order mark', (text) => `\ufeff${text}`],
  ['in tag characters', (text) => `${text} ${tagged(text)}`],
  ['full width', (text) => `${fullWidth(text)} ${text}`],
  ['with marks', (text) => text.replaceAll(/[<>]/gu, (char) => `${char}\u0338`) + text],
  ['half a pair', (text) => `\ud83d${text}\ude00`],
  ['after a null', (text) => `a\u0000${text}`],
  ['after an escape', (text) => `\u001b[31m\u001b]8;;https://evil.example/«id»\u0007${text}`],
  ['line separators', (text) => `\u2028${text}\u2029`],
  ['next line', (text) => `\u0085${text}\u000b`],
  ['escaped once', (text) => text.replaceAll('<', '&lt;').replaceAll('[', '&#91;') + text],
  ['escaped twice', (text) => text.replaceAll('<', '&amp;lt;').replaceAll('(', '&amp;#40;') + text],
  ['percent', (text) => `${text.split('«id»').map(encodeURIComponent).join('«id»')} ${text}`],
  ['very long', (text) => `${text} ${'a '.repeat(300)}${text}`],
  ['deep', (text) => `${text} ${'<b>'.repeat(60)}${'['.repeat(60)}${text}`],
];

export const CHARACTERS: readonly Payload[] = DISGUISES.flatMap(([name, disguise]) =>
  CORES.map((core) => ({ name: `characters/${name}`, template: disguise(core) })),
);
