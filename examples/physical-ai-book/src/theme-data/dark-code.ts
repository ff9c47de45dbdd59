import type { PrismTheme } from 'prism-react-renderer';

/** Code on dark pages; every colour has a contrast of at least 4.5:1 against the ground. */
export const darkCode: PrismTheme = {
  plain: { color: '#e2e8e8', backgroundColor: '#182124' },
  styles: [
    { types: ['comment', 'prolog', 'cdata', 'doctype'], style: { color: '#94a5a5', fontStyle: 'italic' } },
    { types: ['keyword', 'builtin', 'important', 'directive', 'macro'], style: { color: '#d5b3ee' } },
    { types: ['string', 'char', 'attr-value', 'inserted', 'regex'], style: { color: '#a9d18e' } },
    { types: ['number', 'boolean', 'constant', 'symbol'], style: { color: '#f0aa7c' } },
    { types: ['function', 'class-name', 'tag', 'selector', 'decorator'], style: { color: '#7fd0d8' } },
    { types: ['attr-name', 'property', 'atrule', 'key', 'variable'], style: { color: '#9cc4ee' } },
    { types: ['deleted'], style: { color: '#f2a0a0' } },
    { types: ['operator', 'punctuation'], style: { color: '#b6c2c4' } },
  ],
};
