import { openStore } from '@ibid/core';
import { collect, openQdrantService, show, sketchPage, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { qdrantCalls } from '../client/rest-calls.ts';
import { collectionsOf, keepingOf } from '../layout.ts';
import { stateWhere } from '../state/change-state.ts';
import { statePayload } from '../state/state-point.ts';
import { storeOverCalls } from '../store-over-calls.ts';

const PAGE = sketchPage({ path: '/a', passages: [{ heading: 'Top', text: 'alpha beta' }] });

let service: QdrantService;
let calls: QdrantCalls;

beforeAll(async () => {
  service = await openQdrantService({ strictMode: true });
  calls = qdrantCalls({ url: service.url });
});
afterAll(async () => {
  await calls.close();
  await service.close();
});

describe('the alias of what is on show', () => {
  test('is an error where it leads elsewhere, and none while the next indexing sets it', async () => {
    await using store = await openStore(
      storeOverCalls({ calls: { ...calls, close: async () => undefined }, base: 'book' }),
    );
    await show(store, [PAGE]);
    expect(await collect(store.check())).toEqual([]);
    const { legs, passages } = collectionsOf('book', 1);
    await calls.switchAlias('book', legs);
    const message = expect.stringContaining(`let it point to \`${passages}\``);
    expect(await collect(store.check())).toEqual([{ severity: 'error', rule: 'store:alias', message, page: '' }]);
    await calls.setPayload(keepingOf('book'), statePayload({ untidy: true }), stateWhere({}));
    expect(await collect(store.check())).toMatchObject([{ severity: 'info', rule: 'store:alias' }]);
    expect(service.violations).toEqual([]);
  });
});
