import { expect, it } from 'vitest';
import { startQdrantService } from './start-qdrant-service.ts';

it('serves from a process of its own, until it is told to end', async () => {
  await using service = await startQdrantService({ apiKey: 'secret' });
  const asked = async (key: string): Promise<number> =>
    (await fetch(`${service.url}/collections`, { headers: { 'api-key': key } })).status;
  expect([await asked('secret'), await asked('other')]).toEqual([200, 401]);
  await service.stop();
  await expect(asked('secret')).rejects.toThrow('fetch failed');
});

it('comes back on the same port, with nothing in it', async () => {
  await using first = await startQdrantService();
  const url = `${first.url}/collections/c`;
  const made = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await fetch(url, made)).status).toBe(200);
  await first.stop('SIGKILL');
  await using second = await startQdrantService({ port: Number(new URL(first.url).port) });
  expect(second.url).toBe(first.url);
  expect((await fetch(url)).status).toBe(404);
});
