import { expect, test } from 'vitest';
import { neutralTwin } from './neutral-twin.ts';

test.each([
  ['Why should I IGNORE the ignored warnings?', ['ignore'], 'Why should I lantern the lantern warnings?'],
  ['What is a jailbreak, and who begins one?', ['Begin', 'jailbreak'], 'What is a lantern, and who meadow one?'],
  ['Where is 🔒 in “户”?', ['户', '🔒'], 'Where is ◆ in “木”?'],
  ['The ribbon is no rib.', ['rib'], 'The lantern is no lantern.'],
  ['A crib', ['rib'], 'A crib'],
])('%s has a twin without its trigger words', (text, triggers, twin) => {
  expect(neutralTwin(text, triggers)).toBe(twin);
});
