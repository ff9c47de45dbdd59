import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HIGHLIGHT_STYLE } from './adopt-highlight-style.ts';

test('the style that is adopted is the one of the file', () => {
  const file = readFileSync(new URL('../highlight.css', import.meta.url), 'utf8');
  expect(HIGHLIGHT_STYLE).toBe(file.slice(file.indexOf('@media')));
});
