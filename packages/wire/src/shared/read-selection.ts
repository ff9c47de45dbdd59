import type { Selection } from '@ibid/core';
import { LIMITS } from './limits.ts';

/** A selection cut to the length that is used, and what the reader must be told about it (R5). */
export function readSelection(given: {
  readonly text: string | undefined;
  readonly url?: string | undefined;
  readonly section?: string | undefined;
}): { readonly selection: Selection | undefined; readonly notes: readonly string[] } {
  if (given.text === undefined) return { selection: undefined, notes: [] };
  const characters = [...given.text];
  const cut = characters.length > LIMITS.selectionUsed;
  return {
    selection: {
      text: cut ? characters.slice(0, LIMITS.selectionUsed).join('').trimEnd() : given.text,
      ...(given.url === undefined ? {} : { url: given.url }),
      ...(given.section === undefined ? {} : { section: given.section }),
    },
    notes: cut ? [`selection_cut: only the first ${LIMITS.selectionUsed} characters of the selection were used`] : [],
  };
}
