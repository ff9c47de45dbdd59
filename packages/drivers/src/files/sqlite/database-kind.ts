/** What sets one kind of database file apart from the others: how it is made, how it is known again, and how its owner is told. */
export interface DatabaseKind {
  readonly applicationId: number;
  readonly format: number;
  /** CREATE statements, each ended by the only `;` in it. */
  readonly tables: string;
  /** Pragmas that SQLite heeds before the first table only, such as `page_size`; `''` for its defaults. */
  readonly layout: string;
  /** Whether a new file is for its owner's eyes only; otherwise the process's mask decides. */
  readonly isPrivate: boolean;
  readonly words: KindWords;
}

/** What messages say differently for one kind of file. */
interface KindWords {
  /** Message of `INDEX_DAMAGED`: which file, what is wrong, what to do. */
  damaged(file: string, what: string): string;
  /** Begins the message about a format: which file, up to and with the verb. */
  has(file: string): string;
  /** What to do when the path is that of a folder. */
  readonly folder: string;
  /** After the file's name, when it is no database: what it is not, and what to do. */
  readonly noDatabase: string;
  /** After the file's name, when it is a database of something else: what it is, and what to do. */
  readonly otherDatabase: string;
  /** What to do about a newer format. */
  readonly newer: string;
  /** What to do about an older format. */
  readonly older: string;
  /** What is wrong when the tables are not `tables`. */
  readonly otherTables: string;
}
