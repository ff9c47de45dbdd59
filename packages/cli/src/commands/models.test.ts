import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openWorkplace, runIbid, type Finished, type Workplace } from '../testing/run-ibid.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
  await place.write({
    'usb/config.json': '{}',
    'usb/tokenizer.json': '{}',
    'usb/tokenizer_config.json': '{}',
    'usb/onnx/model_quantized.onnx': 'weights',
    'docs/pump.md': '# Pump\n\nThe pump needs oil.\n',
  });
});
afterAll(() => place[Symbol.asyncDispose]());

const models = (...args: readonly string[]): Promise<Finished> =>
  runIbid(place.path, ['models', ...args], { IBID_MODELS: join(place.path, 'cache') });

it('adds, lists, verifies and removes a model without any network', async () => {
  expect((await models('list')).stdout).toMatch(/^– bge-small-en-v1\.5 {2}34\.7 MB to fetch/u);
  expect((await models('add', 'house/model', '--from', 'usb')).code).toBe(0);
  const listed = await models('list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject({ models: [{ model: 'house/model', from: 'usb' }] });
  expect(await models('verify')).toMatchObject({ code: 0, stdout: '✔ house/model\n' });
  await writeFile(join(place.path, 'cache/house/model/onnx/model_quantized.onnx'), 'other weights');
  expect(await models('verify', 'house/model')).toMatchObject({
    code: 1,
    stdout: '✖ house/model: onnx/model_quantized.onnx changed or missing\n',
  });
  expect((await models('verify')).stderr).toContain('ibid models add <name>');
  expect((await models('remove', 'house/model')).code).toBe(0);
  expect(await models('verify', 'house/model')).toMatchObject({ code: 2 });
  const none = await models('verify');
  expect([none.code, none.stderr]).toEqual([0, expect.stringMatching(/^There is no model in .*, so nothing was/u)]);
});

it('names the models that are known, and fetches none for a dry run', async () => {
  expect((await models('add', 'minilm')).stderr).toContain('`bge-small-en-v1.5`, `all-MiniLM-L6-v2`');
  const run = await runIbid(place.path, ['index', 'docs', '--embedder', 'local', '--dry-run'], {
    IBID_MODELS: join(place.path, 'cache'),
  });
  expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('+ http')]);
});

it('fetches no model as long as the package that runs it is missing', async () => {
  const run = await runIbid(place.path, ['index', 'docs', '--embedder', 'local'], {
    IBID_MODELS: join(place.path, 'none'),
  });
  expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('npm install @huggingface/transformers')]);
  expect(existsSync(join(place.path, 'none'))).toBe(false);
});
