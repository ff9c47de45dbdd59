import { expect, test } from 'vitest';
import { withApostrophes } from '../answer/correct-question.ts';
import { quotedIn } from './quoted-in.ts';

function read(text: string): string {
  return withApostrophes(text, quotedIn(text));
}

test.each([
  ['why doesnt it start', "why doesn't it start"],
  ['Isnt it so? im sure ive seen it', "Isn't it so? i'm sure i've seen it"],
  ['whats new, hows that', "what's new, how's that"],
])('gives contractions their apostrophe: %s', (typed, right) => expect(read(typed)).toBe(right));

test.each([
  "it's well, were its lets ill",
  'the field "dont" and `cant`',
  'wont.txt, --dont and dont_do',
  'DOESNTEXIST',
  "don't",
])('leaves words that are others, code and quotes alone: %s', (typed) => expect(read(typed)).toBe(typed));
