import type { DatabaseKind } from '../../files/sqlite/database-kind.ts';
import { damaged } from './fault.ts';
import { APPLICATION_ID, FORMAT, TABLES } from './schema.ts';

/** Rows of some kilobytes are the bulk of the file: pages of 8 KB left a third of it empty, and 1 KB saves no more than 6 %. */
const PAGE_BYTES = 4096;

export const INDEX_FILE: DatabaseKind = {
  applicationId: APPLICATION_ID,
  format: FORMAT,
  tables: TABLES,
  layout: `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA auto_vacuum = INCREMENTAL;`,
  isPrivate: false,
  words: {
    damaged,
    has: (file) => `The index \`${file}\` has`,
    folder: 'name the index file itself',
    noDatabase: 'is no index: it does not begin like one. Name another file, or delete it and index again',
    otherDatabase: 'is a database of another program; name another file',
    newer: 'update Ibid',
    older: 'delete it and index again',
    otherTables: 'its tables are not those of an index',
  },
};
