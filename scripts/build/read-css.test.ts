import { expect, test } from 'vitest';
import { shortenCss } from './read-css.ts';

test('comments and needless space go, and what parts words stays', () => {
  const css = `/* why */\n.a .b :hover,\n.c > .d {\n  margin: 0 1px; /* ; } */\n  inset: calc(1px + 2px);\n}\n@media (min-width: 1px) and (hover: hover) {\n  a { color: red ; }\n}\n`;
  expect(shortenCss(css)).toBe(
    '.a .b :hover,.c>.d{margin:0 1px;inset:calc(1px + 2px)}@media (min-width:1px) and (hover:hover){a{color:red}}',
  );
});

test('strings stay as they are', () => {
  expect(shortenCss(`a::after { content: " { ; /* \\" */ } "; b: ' ; ' }`)).toBe(
    `a::after{content:" { ; /* \\" */ } ";b:' ; '}`,
  );
});
