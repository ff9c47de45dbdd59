import { describe, expect, it } from 'vitest';
import { loadShapes } from './shapes/load-shapes.ts';
import { shapeSource } from './shapes/shape-source.ts';
import { ROUTES } from './routes/routes.ts';
import { withClient } from './testing/with-client.ts';

const place = withClient();

/** The violations so far, which are none of the case's business from here on. */
function takenViolations(): readonly string[] {
  const found = [...place.service.violations];
  place.service.clearLog();
  return found;
}

const POINTS = '/collections/c/points';
const WRONG: readonly (readonly [title: string, method: string, path: string, body: unknown, names: string])[] = [
  ['a misspelt field', 'POST', `${POINTS}/scroll`, { limt: 3 }, '(limt)'],
  ['a misspelt field of a point', 'PUT', POINTS, { points: [{ id: 1, vectors: [1, 2] }] }, "'vector'"],
  [
    'a misspelt condition',
    'POST',
    `${POINTS}/count`,
    { filter: { must: [{ key: 'a', mach: { value: 1 } }] } },
    '(mach)',
  ],
  ['a misspelt clause', 'POST', `${POINTS}/count`, { filter: { mustnot: [] } }, '(mustnot)'],
  ['a misspelt bound', 'POST', `${POINTS}/count`, { filter: { must: { key: 'a', range: { let: 1 } } } }, '(let)'],
  ['a nullable part that is any object', 'POST', `${POINTS}/count`, { shard_key: { any: 'thing' } }, '/shard_key'],
  ['a fraction for a whole number', 'POST', `${POINTS}/scroll`, { limit: 1.5 }, '/limit must be integer'],
  ['a whole number below nothing', 'POST', `${POINTS}/query`, { query: [1, 2], limit: -1 }, '/limit must be >= 0'],
  ['a string for a number', 'POST', `${POINTS}/query`, { query: [1, '2'] }, '/query'],
  [
    'a distance that is none',
    'PUT',
    '/collections/d',
    { vectors: { size: 2, distance: 'Cos' } },
    '/vectors/distance must be equal to',
  ],
  ['a mode that is none', 'PUT', '/collections/d', { sparse_vectors: { s: { modifier: 'bm25' } } }, 'modifier'],
  ['an index of no kind', 'PUT', '/collections/c/index', { field_name: 'a', field_schema: 'string' }, 'field_schema'],
  ['no body', 'POST', `${POINTS}/payload`, undefined, 'SetPayload'],
  ['a list of another thing', 'POST', '/collections/aliases', { actions: [{ move_alias: {} }] }, '/actions/0'],
  ['a parameter that is none', 'PUT', `${POINTS}?wiat=true`, { points: [] }, 'unknown query parameter wiat'],
  ['a parameter of another kind', 'PUT', `${POINTS}?wait=yes`, { points: [] }, 'wait cannot be yes'],
];

describe('requests', () => {
  it.each(WRONG)('%s is refused with 400 and recorded', async (_, method, path, body, names) => {
    await place.client.createCollection('c', { vectors: { size: 2, distance: 'Dot' } });
    const reply = await place.ask(method, path, body);
    expect(reply.status).toBe(400);
    const violations = takenViolations();
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(names);
  });

  it('of another content type are refused and recorded', async () => {
    await place.client.createCollection('c', {});
    const reply = await place.ask('POST', `${POINTS}/count`, {}, { 'content-type': 'text/plain' });
    expect(reply.status).toBe(400);
    expect(takenViolations()).toEqual(['count_points: Content-Type is text/plain']);
  });

  it('that the stand-in does not serve are recorded, so that no test rests on them', async () => {
    await place.client.createCollection('c', { vectors: { size: 2, distance: 'Dot' } });
    const asked = [
      await place.ask('PATCH', '/collections/c', {}),
      await place.ask('POST', `${POINTS}/query`, { query: { sample: 'random' } }),
      await place.ask('POST', `${POINTS}/scroll`, { order_by: 'a' }),
      await place.ask('POST', `${POINTS}/count`, { filter: { must: [{ key: 'a', match: { text: 'b' } }] } }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([404, 501, 501, 501]);
    expect(takenViolations()).toHaveLength(4);
  });

  it('that are refused for what they say, not how, are no violations', async () => {
    await place.client.createCollection('c', { vectors: { size: 2, distance: 'Dot' } });
    await place.ask('PUT', POINTS, { points: [{ id: 1, vector: [1] }] });
    await place.ask('GET', '/collections/none');
    expect(place.service.violations).toEqual([]);
  });
});

describe('shapes', () => {
  it('there is one for every body and reply that is served', async () => {
    const shapes = await loadShapes();
    for (const shape of ROUTES.flatMap(({ body, result }) => [body ?? [], result ?? []].flat())) {
      expect(shapes.misfit(shape, { no: 'such', thing: true })).toContain(shape);
    }
  });

  it.each([
    ['UpdateResult', { operation_id: 1, status: 'completed' }, { operation_id: 1, status: 'done' }],
    ['ScrollResult', { points: [{ id: 1, payload: {} }] }, { points: [{ id: 1, pay: {} }] }],
    ['CountResult', { count: 3 }, { count: -3 }],
    ['QueryResponse', { points: [{ id: 1, version: 0, score: 1 }] }, { points: [{ id: 1, score: 1 }] }],
    ['Record[]', [{ id: 1, vector: { a: { indices: [], values: [] } } }], [{ id: 1, vector: { a: { indices: [] } } }]],
    ['ErrorResponse', { status: { error: 'x' }, time: 0, result: null }, { status: 'x', time: 0, result: null }],
    ['boolean', true, 'true'],
  ])('of replies find what does not fit: %s', async (shape, right, wrong) => {
    const shapes = await loadShapes();
    expect(shapes.misfit(shape, right)).toBeUndefined();
    expect(shapes.misfit(shape, wrong)).toContain('does not fit');
  });

  it('cannot be read from declarations of another form', () => {
    expect(() => shapeSource('export type components = {};')).toThrow('no schemas in the form expected');
  });
});
