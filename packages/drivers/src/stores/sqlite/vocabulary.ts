import type { Database } from './database.ts';

/** Term ids of the whole file. Ids are assigned once and never removed. */
export interface Vocabulary {
  id(term: string): number | undefined;
  /** The terms that have postings, with their number of postings. */
  postingCounts(starts: Uint32Array): Map<string, number>;
  /** Number of terms; ids are smaller. */
  size(): number;
  /** The term that has this id. */
  term(id: number): string | undefined;
  /** True if the file still has the row that was last read or written; another index at this path has other terms. */
  isKept(): boolean;
  /** Reads the rows added since the last refresh. */
  refresh(): void;
  /**
   * Runs a transaction that assigns ids to unknown terms with `idOf` and then calls `write`, which writes the new terms as one row. If it throws,
   * the new ids are removed.
   */
  extend(transaction: (idOf: (term: string) => number, write: () => void) => void): void;
}

export function openVocabulary(db: Database): Vocabulary {
  const ids = new Map<string, number>();
  /** Terms by id. */
  const known: string[] = [];

  function add(term: string): number {
    ids.set(term, known.length);
    return known.push(term) - 1;
  }

  return {
    id: (term) => ids.get(term),
    postingCounts(starts) {
      const counts = new Map<string, number>();
      for (const [term, id] of ids) {
        const count = (starts[id + 1] ?? 0) - (starts[id] ?? 0);
        if (count > 0) counts.set(term, count);
      }
      return counts;
    },
    size: () => known.length,
    term: (id) => known[id],
    isKept() {
      if (known.length === 0) return true;
      const row = db
        .sql('SELECT first, terms FROM vocabulary WHERE first < ? ORDER BY first DESC LIMIT 1')
        .get<{ first: number; terms: string }>(known.length);
      return row !== undefined && row.terms === JSON.stringify(known.slice(row.first));
    },
    refresh() {
      const rows = db
        .sql('SELECT terms FROM vocabulary WHERE first >= ? ORDER BY first')
        .all<{ terms: string }>(known.length);
      for (const { terms } of rows) for (const term of JSON.parse(terms) as readonly string[]) add(term);
    },
    extend(transaction) {
      const first = known.length;
      const write = (): void => {
        if (known.length === first) return;
        const terms = JSON.stringify(known.slice(first));
        db.sql('INSERT INTO vocabulary (first, terms) VALUES (?, ?)').run(first, terms);
      };
      try {
        transaction((term) => ids.get(term) ?? add(term), write);
      } catch (error) {
        for (const term of known.splice(first)) ids.delete(term);
        throw error;
      }
    },
  };
}
