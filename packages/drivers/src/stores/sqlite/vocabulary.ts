import { fault } from '../../files/worker-fault.ts';
import { checksum } from './checksum.ts';
import { damaged, type Database } from './database.ts';

/** Term ids of the whole file. Ids are given once and never used again for another term. */
export interface Vocabulary {
  id(term: string): number | undefined;
  /** How many terms have postings. */
  countWith(starts: Uint32Array): number;
  /** The terms that have postings, and how many. */
  postingCounts(starts: Uint32Array): Map<string, number>;
  /** Whether some term has this id. */
  has(id: number): boolean;
  /** The term that has this id. */
  term(id: number): string | undefined;
  /** Reads rows that came since the last refresh; enough for searching what another process has published. */
  refresh(): void;
  /** Reads all rows; needed before writing, because another process may have removed terms that are still known here. */
  reload(): void;
  /** Begins to give ids to unknown terms; call inside the transaction that uses them. */
  extend(): VocabularyExtension;
  /** Forgets terms that `isUsed` denies: one row a call, from `first` on; returns where to go on, or `undefined` at the end. */
  prune(first: number, isUsed: (id: number) => boolean): number | undefined;
}

export interface VocabularyExtension {
  id(term: string): number;
  /** Writes the new terms as one row. */
  write(): void;
  /** Takes the new ids back after the transaction failed. */
  undo(): void;
}

interface Row {
  readonly first: number;
  readonly terms: string;
  readonly sum: number;
}

export function openVocabulary(db: Database): Vocabulary {
  const ids = new Map<string, number>();
  let next = 0;

  const termsOf = ({ first, terms, sum }: Row): readonly (string | null)[] => {
    if (sum !== checksum(first, terms)) throw fault('INDEX_DAMAGED', damaged(db.file, 'its vocabulary has changed'));
    return JSON.parse(terms) as readonly (string | null)[];
  };

  /** Made by the first `has` or `term` after a change. */
  let byId: ReadonlyMap<number, string> | undefined;
  const termAt = (id: number): string | undefined => {
    byId ??= new Map(Array.from(ids, ([term, known]) => [known, term]));
    return byId.get(id);
  };
  const set = (term: string, id: number): void => {
    ids.set(term, id);
    byId = undefined;
  };
  const remove = (term: string): void => {
    ids.delete(term);
    byId = undefined;
  };

  const refresh = (): void => {
    const rows = db.sql('SELECT first, terms, sum FROM vocabulary WHERE first >= ? ORDER BY first').all<Row>(next);
    for (const row of rows) {
      const terms = termsOf(row);
      for (const [i, term] of terms.entries()) if (term !== null) set(term, row.first + i);
      next = row.first + terms.length;
    }
  };

  return {
    id: (term) => ids.get(term),
    countWith(starts) {
      let count = 0;
      for (const id of ids.values()) if (starts[id + 1]! > starts[id]!) count++;
      return count;
    },
    postingCounts(starts) {
      const counts = new Map<string, number>();
      for (const [term, id] of ids) {
        const count = starts[id + 1]! - starts[id]!;
        if (count > 0) counts.set(term, count);
      }
      return counts;
    },
    has: (id) => termAt(id) !== undefined,
    term: termAt,
    refresh,
    reload() {
      ids.clear();
      byId = undefined;
      next = 0;
      refresh();
    },
    extend() {
      const first = next;
      const added: string[] = [];
      return {
        id(term) {
          let id = ids.get(term);
          if (id === undefined) {
            id = next++;
            set(term, id);
            added.push(term);
          }
          return id;
        },
        write() {
          if (added.length === 0) return;
          const terms = JSON.stringify(added);
          db.sql('INSERT INTO vocabulary (first, terms, sum) VALUES (?, ?, ?)').run(
            first,
            terms,
            checksum(first, terms),
          );
        },
        undo() {
          for (const term of added) remove(term);
          next = first;
        },
      };
    },
    prune(from, isUsed) {
      const row = db
        .sql('SELECT first, terms, sum FROM vocabulary WHERE first >= ? ORDER BY first LIMIT 1')
        .get<Row>(from);
      if (row === undefined) return undefined;
      const terms = termsOf(row);
      const kept = terms.map((term, i) => (isUsed(row.first + i) ? term : null));
      if (kept.some((term, i) => term !== terms[i])) {
        const json = JSON.stringify(kept);
        // The last row stays even when all its terms are gone: it holds the place of the ids that were given.
        const isLast = row.first + terms.length === next;
        if (kept.every((term) => term === null) && !isLast)
          db.sql('DELETE FROM vocabulary WHERE first = ?').run(row.first);
        else
          db.sql('UPDATE vocabulary SET terms = ?, sum = ? WHERE first = ?').run(
            json,
            checksum(row.first, json),
            row.first,
          );
        for (const [i, term] of terms.entries()) if (term !== null && kept[i] === null) remove(term);
      }
      return row.first + terms.length;
    },
  };
}
