import { expect, it } from 'vitest';
import { checkConfig } from './config-schema.ts';
import { defineConfig } from './define-config.ts';
import { modelsOf } from './model-options.ts';

const NAME = 'custom/m';

const chosenOf = (model: object) => () => modelsOf({ model, secret: () => undefined });

it('takes what the owner knows of both services, and hands it on', () => {
  const quirks = { tools: false, limit: 'max_completion_tokens' } as const;
  const cheaper = { name: 'ollama/small', quirks: { temperature: false } };
  const config = defineConfig({ model: { name: NAME, baseUrl: 'http://127.0.0.1:9000/v1', quirks, cheaper } });
  expect(checkConfig(config, 'ibid.config.json')).toEqual(config);
  const [first, second] = modelsOf({ ...config, secret: () => undefined }) ?? [];
  expect([first?.quirks, second?.quirks]).toEqual([quirks, { temperature: false }]);
});

it('takes the longest times and the longest system prompt that do something', () => {
  const deadlines = { firstTokenMs: 80_000, idleMs: 80_000, totalMs: 80_000 };
  const config = defineConfig({ model: { name: NAME, deadlines, systemPrompt: 'x'.repeat(4_000) } });
  expect(checkConfig(config, 'ibid.config.json')).toEqual(config);
});

it.each(['maxTokens', 'systemPrompt', 'retrievalEnabled'])('refuses `%s` where no model is named', (setting) => {
  const said = { code: 'INVALID_CONFIG', message: expect.stringContaining(`\`model.${setting}\``) };
  expect(chosenOf({ topK: 2, [setting]: 1 })).toThrow(expect.objectContaining(said));
  expect(chosenOf({ topK: 2 })()).toBeUndefined();
  expect(chosenOf({ name: 'none', [setting]: 1 })()).toBeUndefined();
});

it.each<[object, RegExp]>([
  [
    { deadlines: { totalMs: 80_001 } },
    /`model\.deadlines\.totalMs`: must be at most 80000: an answer has 90 s in all/u,
  ],
  [{ deadlines: { firstTokenMs: 90_000 } }, /`model\.deadlines\.firstTokenMs`: must be at most 80000/u],
  [{ deadlines: { idleMs: 90_000 } }, /`model\.deadlines\.idleMs`: must be at most 80000/u],
  [{ systemPrompt: 'x'.repeat(4_001) }, /`model\.systemPrompt`: must be at most 4000 characters long/u],
  [{ quirks: { tool: false } }, /`model\.quirks\.tool` is not a setting/u],
  [{ cheaper: { name: NAME, quirks: { tools: 'no' } } }, /`model\.cheaper\.quirks\.tools`: /u],
])('refuses %j by name, and says why', (model, message) => {
  expect(() => checkConfig({ model: { name: NAME, ...model } }, 'ibid.config.json')).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
  );
});

it('names every place for the address of a service that has none of its own', () => {
  expect(chosenOf({ name: NAME })).toThrow(/`model\.baseUrl`, or `IBID_MODEL_URL`/u);
  expect(chosenOf({ name: 'ollama/m', cheaper: { name: NAME } })).toThrow(/`model\.cheaper\.baseUrl`/u);
  expect(chosenOf({ name: NAME, baseUrl: 'http://127.0.0.1:9000/v1' })).not.toThrow();
});
