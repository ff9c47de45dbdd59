import type { DatabaseKind } from '../../files/sqlite/database-kind.ts';
import { damaged } from './fault.ts';
import { APPLICATION_ID, FORMAT, TABLES } from './schema.ts';

export const FEEDBACK_FILE: DatabaseKind = {
  applicationId: APPLICATION_ID,
  format: FORMAT,
  tables: TABLES,
  layout: '',
  isPrivate: true,
  words: {
    damaged,
    has: (file) => `The feedback in \`${file}\` has`,
    folder: 'name the file of feedback itself',
    noDatabase: 'holds no feedback: it does not begin like that. Name another file',
    otherDatabase: 'is a database of another kind; name another file',
    newer: 'update Ibid, or name another file',
    older: 'delete the file, or name another one',
    otherTables: 'its tables are not those of feedback',
  },
};
