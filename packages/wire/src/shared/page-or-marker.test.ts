import { expect, it } from 'vitest';
import { pageOrMarker } from './replies.ts';

it('marks what stands on no page, where an address is required (R18)', () => {
  expect([pageOrMarker('https://docs.example.org/guide'), pageOrMarker('')]).toEqual([
    'https://docs.example.org/guide',
    'selected_text',
  ]);
});
