import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { BM25F, HEADING_WEIGHT, openStore, pathKey } from '@ibid/core';
import type { Chunk, LegResult } from '@ibid/core/types';
import { show, sketchPage, SPACE, unitVector } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqliteStore } from '../sqlite.ts';
import { checksum } from './checksum.ts';
import { openDatabase, toFault } from './database.ts';
import { getChunks, getPage, listPages, type PageContent, recentFrames, search } from './read-verbs.ts';
import { currentGeneration, type Session } from './session.ts';
import { openVocabulary } from './vocabulary.ts';

const QUERY = {
  terms: [
    { term: 'word3', count: 1 },
    { term: 'common', count: 1 },
  ],
  vector: unitVector('q', SPACE.dimensions),
  limit: 5,
};

interface Answers {
  readonly result: LegResult;
  readonly chunks: readonly (Chunk | undefined)[];
  readonly pages: readonly (PageContent | undefined)[];
}

let folder: string;
let sound: Buffer;
let answers: Answers;

/** What the worker would answer from the file, in this thread; a refusal gives its code. */
function ask(file: string): Answers | string {
  let session: Session | undefined;
  try {
    const db = openDatabase(file, true);
    const { k1, b, weights } = BM25F;
    const scoring = { k1, b, ...weights, heading: HEADING_WEIGHT };
    session = {
      db,
      scoring,
      vocabulary: openVocabulary(db),
      frames: recentFrames(),
      shown: undefined,
      dataVersion: -1,
      lock: undefined,
      build: undefined,
    };
    currentGeneration(session);
    const result = search(session, QUERY);
    const chunks = getChunks(
      session,
      result.candidates.map(({ id }) => id),
    );
    const reader = session;
    const pages = listPages(reader).map(({ url }) => getPage(reader, pathKey(url)));
    return { result, chunks, pages };
  } catch (error) {
    return toFault(error, file).code;
  } finally {
    session?.db.close();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ibid-damage-'));
  const file = join(folder, 'sound.ibid');
  const store = await openStore(sqliteStore({ file }));
  const pages = Array.from({ length: 12 }, (_, i) =>
    sketchPage({
      path: `/page/${i}`,
      passages: Array.from({ length: 4 }, (__, k) => ({
        heading: `Heading ${k}`,
        text: `common word${i} text${k} ${`filler${i} `.repeat(40)}`,
      })),
    }),
  );
  await show(store, pages);
  await store.close();
  sound = readFileSync(file);
  const asked = ask(file);
  if (typeof asked === 'string') expect.unreachable(asked);
  answers = asked;
});
afterAll(() => rmSync(folder, { recursive: true }));

function askDamaged(change: (bytes: Buffer) => Buffer): Answers | string {
  const file = join(folder, 'damaged.ibid');
  writeFileSync(file, change(Buffer.from(sound)));
  return ask(file);
}

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
}

/** `refused` with a code that says so, `same` answers, or how they differ. */
function verdict(asked: Answers | string): string {
  if (asked === 'INDEX_DAMAGED' || asked === 'INDEX_MISMATCH') return 'refused';
  if (typeof asked === 'string') return asked;
  return isDeepStrictEqual(asked, answers) ? 'same' : 'other answers';
}

describe('damage never changes an answer: it is refused or makes no difference', () => {
  test('a changed byte', () => {
    const random = numbers(1);
    const verdicts = Array.from({ length: 250 }, () => {
      const place = random.next().value % sound.length;
      const change = 1 + (random.next().value % 255);
      return verdict(
        askDamaged((bytes) => {
          bytes[place] = bytes[place]! ^ change;
          return bytes;
        }),
      );
    });
    expect(new Set(verdicts)).toEqual(new Set(['refused', 'same']));
    expect(verdicts.filter((one) => one === 'refused').length).toBeGreaterThan(30);
  });

  test('zeroed stretches of 512 bytes', () => {
    const random = numbers(2);
    const verdicts = Array.from({ length: 60 }, () => {
      const place = 512 * (random.next().value % Math.floor(sound.length / 512));
      return verdict(askDamaged((bytes) => bytes.fill(0, place, place + 512)));
    });
    expect(new Set(verdicts)).toEqual(new Set(['refused', 'same']));
  });

  test('a file that was cut off', () => {
    const verdicts = Array.from({ length: 20 }, (_, part) =>
      verdict(askDamaged((bytes) => bytes.subarray(0, Math.floor((bytes.length * part) / 20)))),
    );
    expect(new Set(verdicts)).toEqual(new Set(['refused']));
  });

  test('other answers would be noticed (planted)', () => {
    const file = join(folder, 'planted.ibid');
    writeFileSync(file, sound);
    const other = new DatabaseSync(file);
    const row = other.prepare('SELECT page, position, body FROM passage LIMIT 1').get() as {
      page: number;
      position: number;
      body: string;
    };
    const body = row.body.replace('Heading', 'Wrong');
    const sum = checksum(row.page, row.position, body);
    other
      .prepare('UPDATE passage SET body = ?, sum = ? WHERE page = ? AND position = ?')
      .run(body, sum, row.page, row.position);
    other.close();
    expect(verdict(ask(file))).toBe('other answers');
  });
});

test('check finds what opening does not read', async () => {
  const file = join(folder, 'checked.ibid');
  const damages: readonly (readonly [sql: string, rule: string])[] = [
    ["UPDATE page_text SET body = replace(body, 'filler3', 'filler4') WHERE page = 4", 'store:page'],
    ["UPDATE passage SET body = replace(body, 'Heading 2', 'Heading 9') WHERE page = 5 AND position = 2", 'store:page'],
    ['DELETE FROM passage WHERE page = 6 AND position = 3', 'store:page'],
    ["INSERT INTO page (url, revision, body, chunks, sum) VALUES ('x', '1', '[]', 0, 0)", 'store:orphan'],
    ['UPDATE embedding SET sum = 0', ''],
  ];
  for (const [sql, rule] of damages) {
    writeFileSync(file, sound);
    const other = new DatabaseSync(file);
    other.exec(sql);
    other.close();
    const store = await openStore(sqliteStore({ file, readOnly: true }));
    const rules = new Set<string>();
    for await (const diagnostic of store.check()) rules.add(diagnostic.rule);
    await store.close();
    expect([...rules][0] ?? '').toBe(rule);
  }
});
