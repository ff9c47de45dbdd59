import type { PrismTheme } from 'prism-react-renderer';

/** Code on light pages; every colour has a contrast of at least 4.5:1 against the ground. */
export const lightCode: PrismTheme = {
  plain: { color: '#23292b', backgroundColor: '#f4f1ea' },
  styles: [
    { types: ['comment', 'prolog', 'cdata', 'doctype'], style: { color: '#636853', fontStyle: 'italic' } },
    { types: ['keyword', 'builtin', 'important', 'directive', 'macro'], style: { color: '#7a2b5e' } },
    { types: ['string', 'char', 'attr-value', 'inserted', 'regex'], style: { color: '#2f5d1f' } },
    { types: ['number', 'boolean', 'constant', 'symbol'], style: { color: '#8a3d10' } },
    { types: ['function', 'class-name', 'tag', 'selector', 'decorator'], style: { color: '#0b6170' } },
    { types: ['attr-name', 'property', 'atrule', 'key', 'variable'], style: { color: '#1d5480' } },
    { types: ['deleted'], style: { color: '#a3262b' } },
    { types: ['operator', 'punctuation'], style: { color: '#4b5558' } },
  ],
};
