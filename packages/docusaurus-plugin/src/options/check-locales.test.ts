import { expect, test } from 'vitest';
import { checkLocales } from './check-options.ts';

test.each([
  [['How?'], ['en']],
  [{}, ['en']],
  [{ en: ['How?'], 'pt-BR': ['Como?'] }, ['en', 'pt-BR']],
])('suggestions %j fit the locales %j', (suggestions, locales) => {
  expect(() => checkLocales({ suggestions }, locales)).not.toThrow();
});
