import type { Harm } from './watch-harm.ts';

/** All that went wrong in one go. Empty lists, when nothing did. */
export interface Findings {
  readonly executed: readonly string[];
  readonly foreign: readonly string[];
  /** Elements, attributes and addresses that the widget must not make. */
  readonly strange: readonly string[];
  /** Links, pictures and markup that a renderer of Markdown finds in what was copied. */
  readonly copied: readonly string[];
  /** Where the reader was led without a click. */
  readonly led: readonly string[];
}

/** What an attack has found, and how many of its payloads it has seen in the panel in all the places that it is about. */
export interface Trial extends Findings {
  readonly shown: number;
}

export const NOTHING: Findings = { executed: [], foreign: [], strange: [], copied: [], led: [] };

export function findingsOf(harm: Harm, found: Pick<Findings, 'strange' | 'copied' | 'led'>): Findings {
  return {
    executed: once(harm.executed),
    foreign: once(harm.foreign),
    strange: once(found.strange),
    copied: once(found.copied),
    led: once(found.led),
  };
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
