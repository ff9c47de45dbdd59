import { FOREIGN_ADDRESSES, RUNNING_ADDRESSES } from './addresses.ts';
import { combine } from './combine.ts';
import type { Payload } from './payload.ts';

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
