import { expect, test } from 'vitest';
import { messages } from '../../messages/en.ts';
import { duration, warningText } from './exchange-view.tsx';

test.each([
  [{ code: 'contradiction', text: 'two pages say different things' }, messages.warnContradiction],
  [
    { code: 'selection_cut', text: 'only the first 2000 characters of the selection were used' },
    messages.warnSelectionCut,
  ],
  [{ code: 'statements_withheld', text: '2 statements could not be proved from the pages' }, ''],
  [{ code: 'below_threshold', text: '1 of 1 candidates are less similar to the question than 0.05' }, ''],
  [{ code: 'model_too_slow', text: 'the model did not answer in time, so the pages are quoted directly' }, ''],
  [{ code: 'something_new', text: 'it is late' }, 'It is late.'],
  [{ code: 'something_new', text: 'Really?' }, 'Really?'],
  [{ code: 'empty', text: '' }, ''],
  [{ code: 'constructor', text: 'strange' }, 'Strange.'],
])('%o', (warning, told) => {
  expect(warningText(messages, warning)).toBe(told);
});

test('waiting is told in seconds, and in minutes when it is long', () => {
  expect([duration(12, 'en'), duration(99, 'en'), duration(100, 'en'), duration(12, 'de')]).toEqual([
    '12 sec',
    '99 sec',
    '2 min',
    '12 Sek.',
  ]);
});

test('waiting is told also in a language that is none, such as a page may name', () => {
  expect(duration(12, 'en_US')).toBe(duration(12, ''));
  expect(duration(12, '"><script>')).toBe(duration(12, ''));
});
