import { createHash } from 'node:crypto';

/** An order that somebody has put where a model reads it. */
export interface Attack {
  readonly id: string;
  readonly text: string;
}

/** Words that a page about something else could hold, and a question to them. */
export interface Carrier {
  readonly id: string;
  /** Markdown without headings. */
  readonly text: string;
  readonly question: string;
}

/** A word that stands nowhere but in what a model says that obeys; the same for the same name. */
export function canaryOf(name: string): string {
  const digest = createHash('sha256').update(name).digest();
  const letters = [...digest.subarray(0, 9)].map((byte) => 'bcdfghjkmnpqrstvwxz'[byte % 19]).join('');
  return `zq${letters}`;
}
