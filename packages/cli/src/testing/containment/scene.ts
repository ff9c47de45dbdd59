import type { Question } from '@ibid/core';
import type { Attack } from './attack.ts';
import type { PagePlace } from './planted-page.ts';

export const OTHER_PLACES = [
  'selection',
  'unlocated-selection',
  'bundle',
  'bundle-selection',
  'reader-turn',
  'assistant-turn',
  'question',
] as const;
export type Place = PagePlace | (typeof OTHER_PLACES)[number];

/** One question to a model that has read an order. */
export interface Scene {
  readonly id: string;
  readonly place: Place;
  readonly attack: Attack;
  readonly question: Question;
  /** Stands nowhere but in what the model says. */
  readonly canary: string;
}

/** Pages that are indexed together, and what is asked of them. */
export interface Site {
  readonly pages: Readonly<Record<string, string>>;
  readonly scenes: readonly Scene[];
  /** A word of pages that no scene with a scope, a selection or a bundle may reach. */
  readonly secret: string;
}
