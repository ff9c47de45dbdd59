/** What an operator is told of an index that is not there, or not there for others: real processes and a fake of Qdrant. */
import { openQdrantService, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorkplace, runIbid, type Finished, type Workplace } from '../testing/run-ibid.ts';

// Each case starts real processes, which a busy machine may keep waiting.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let place: Workplace;
let qdrant: QdrantService;

beforeAll(async () => {
  place = await openWorkplace();
  qdrant = await openQdrantService();
  await place.write({ 'docs/pump.md': '# Pump\n\nThe pump needs oil every five days.\n' });
  const { code, stderr } = await ibid('book', 'index', 'docs');
  if (code !== 0) throw new Error(stderr);
});
afterAll(async () => {
  await qdrant.close();
  await place[Symbol.asyncDispose]();
});

function ibid(collection: string, ...args: string[]): Promise<Finished> {
  return runIbid(place.path, args, { IBID_INDEX: `qdrant:${qdrant.url}/${collection}` });
}

describe('ibid verify', () => {
  it('fails with NOT_INDEXED for a collection that is not there, as for a file', async () => {
    const [typo, file] = await Promise.all([
      ibid('typo', 'verify', '--json'),
      ibid('book', 'verify', '--json', '--index', 'typo.db'),
    ]);
    expect([typo.code, JSON.parse(typo.stdout)]).toMatchObject([1, { code: 'NOT_INDEXED' }]);
    expect([file.code, JSON.parse(file.stdout)]).toMatchObject([1, { code: 'NOT_INDEXED' }]);
    const { stderr } = await ibid('typo', 'verify');
    expect(stderr).toMatch(/\/typo` holds no published pages.*[^]* fix ibid index/u);
  });
});

describe('ibid doctor', () => {
  it('shows an index without publication as absent, with what to run', async () => {
    const { code, stdout } = await ibid('typo', 'doctor');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/– index +none at .*\/typo; `ibid index <folder\|url>`/u),
    ]);
    const indexed = await ibid('book', 'doctor');
    expect(indexed.stdout).toMatch(/✔ index +.*\/book: 1 pages/u);
  });
});
