/**
 * The index file. Pages are stored as immutable revisions; a generation is a manifest that names one revision per URL. A build shares the
 * revisions of the live generation and replaces only those that changed, so that publishing is one small transaction and readers never see a
 * half new index.
 *
 *     generation  one row `shown`, at most one `building`; body is JSON (see `GenerationBody`)
 *     manifest    (generation, url) → page revision
 *     page        one revision: the data for listings, and its number of passages
 *     page_text   JSON of the page's text and diagnostics
 *     passage     one row per chunk, see `PackedChunk`
 *     lexicon     the data of a page for searching: chunk ids (32 bytes each), filter keys, forward blob (`encodeTerms`)
 *     vocabulary  runs of terms; the term at position i of a row has the id `first + i`
 *     space       vector spaces: a name, the dimensions of its vectors, and bytes that only the embedder reads
 *     vector      (page, space) → blob, see `encodeVectors`
 *     embedding   vectors by content hash, float32, so that no text is paid for twice; `used` = newest generation that requested it
 *
 * SQLite detects a malformed page of the file, but only the file system can detect a changed byte inside a value. Terms keep their ids even
 * when no page has them any more; to compact a file after years of use, index into a new one.
 *
 * Filter keys are stored as returned by `pathKey` and `sectionKey`: a change of those functions needs a new `FORMAT`.
 *
 * Rejected alternatives: FTS5 (see docs/decisions), one row per vector (twice the time to load), the text in every chunk (a third more file),
 * rows of postings by term (a page write would touch hundreds of rows).
 */

/** `IBID` in ASCII. */
export const APPLICATION_ID = 0x49_42_49_44;
export const FORMAT = 4;

export const TABLES: string = `
CREATE TABLE generation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL UNIQUE CHECK (state IN ('building', 'shown')),
  body TEXT NOT NULL
) STRICT;

CREATE TABLE manifest (
  generation INTEGER NOT NULL,
  url TEXT NOT NULL,
  page INTEGER NOT NULL,
  PRIMARY KEY (generation, url)
) STRICT, WITHOUT ROWID;
CREATE INDEX manifest_page ON manifest (page);

CREATE TABLE page (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  revision TEXT NOT NULL,
  body TEXT NOT NULL,
  chunks INTEGER NOT NULL
) STRICT;

CREATE TABLE page_text (
  page INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE passage (
  page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
  position INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (page, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE lexicon (
  page INTEGER PRIMARY KEY REFERENCES page ON DELETE CASCADE,
  ids BLOB NOT NULL,
  keys TEXT NOT NULL,
  terms BLOB NOT NULL
) STRICT;

CREATE TABLE vocabulary (
  first INTEGER PRIMARY KEY,
  terms TEXT NOT NULL
) STRICT;

CREATE TABLE space (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  dimensions INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE vector (
  id INTEGER PRIMARY KEY,
  page INTEGER NOT NULL REFERENCES page ON DELETE CASCADE,
  space INTEGER NOT NULL REFERENCES space,
  data BLOB NOT NULL,
  UNIQUE (page, space)
) STRICT;
CREATE INDEX vector_space ON vector (space);

CREATE TABLE embedding (
  id INTEGER PRIMARY KEY,
  space TEXT NOT NULL,
  hash TEXT NOT NULL,
  vector BLOB NOT NULL,
  used INTEGER NOT NULL,
  UNIQUE (space, hash)
) STRICT;
CREATE INDEX embedding_used ON embedding (used);
`;
