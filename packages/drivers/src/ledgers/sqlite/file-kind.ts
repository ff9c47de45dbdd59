import type { DatabaseKind } from '../../files/sqlite/database-kind.ts';
import { damaged } from './fault.ts';
import { APPLICATION_ID, FORMAT, TABLES } from './schema.ts';

export const LEDGER_FILE: DatabaseKind = {
  applicationId: APPLICATION_ID,
  format: FORMAT,
  tables: TABLES,
  layout: '',
  isPrivate: true,
  words: {
    damaged,
    has: (file) => `The ledger \`${file}\` has`,
    folder: 'name the file of the ledger itself',
    noDatabase: 'is no ledger: it does not begin like one. Name another file',
    otherDatabase: 'is a database of another kind; name another file',
    newer: 'update Ibid, or name another file',
    older: 'delete the file, or name another one',
    otherTables: 'its tables are not those of a ledger',
  },
};
