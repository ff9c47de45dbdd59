import { IbidError } from '@ibid/core';
import { describe, expect, it } from 'vitest';
import { MODEL_PROVIDERS } from './presets.ts';
import { parseModelName, resolveModel } from './resolve-model.ts';

describe('the name of a model', () => {
  it.each([
    ['gemini/gemini-2.0-flash', 'gemini', 'gemini-2.0-flash'],
    ['gemini', 'gemini', 'gemini-flash-latest'],
    ['claude-x', 'anthropic', 'claude-x'],
    ['llamacpp/any', 'llamacpp', 'any'],
    [' gemini-2.0-flash ', 'gemini', 'gemini-2.0-flash'],
    ['gpt-4.1-mini', 'openai', 'gpt-4.1-mini'],
    ['o3', 'openai', 'o3'],
    ['openrouter/meta-llama/llama-3.3-70b-instruct', 'openrouter', 'meta-llama/llama-3.3-70b-instruct'],
    ['ollama/llama3.2:3b', 'ollama', 'llama3.2:3b'],
    ['vllm/Qwen/Qwen3-8B', 'vllm', 'Qwen/Qwen3-8B'],
    ['mistral-small-latest', 'mistral', 'mistral-small-latest'],
    ['custom/anything at all', 'custom', 'anything at all'],
  ])('%s', (text, provider, model) => {
    expect(parseModelName(text)).toEqual({ provider, model });
  });

  it.each(['', '/', 'llama3.2:3b', 'openai', 'ollama', 'ollama/', 'openrouter', 'acme/x', 'toString/x', 'custom'])(
    'is refused when it does not say enough: %j',
    (text) => {
      expect(() => parseModelName(text)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }) as Error);
    },
  );
});

describe('a resolved model', () => {
  it('has the address, the key and the ways of its service', () => {
    expect(resolveModel({ name: 'gemini', apiKey: ' key ' })).toMatchObject({
      label: 'gemini/gemini-flash-latest',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      headers: { authorization: 'Bearer key' },
      keyName: 'GEMINI_API_KEY',
      quirks: { limit: 'max_tokens', asksForUsage: true, temperature: true, parallelToolCalls: false, tools: true },
    });
  });

  it.each([
    ['openai/o3', false],
    ['openai/gpt-5.1', false],
    ['openai/gpt-4.1', true],
    ['openrouter/openai/gpt-5', false],
    ['openrouter/google/gemini-2.0-flash', true],
  ])('%s may be given a temperature: %s', (name, temperature) => {
    expect(resolveModel({ name, apiKey: 'key' }).quirks.temperature).toBe(temperature);
    const quirks = { temperature: !temperature };
    expect(resolveModel({ name, apiKey: 'key', quirks }).quirks.temperature).toBe(!temperature);
  });

  const providers = Object.entries(MODEL_PROVIDERS);
  const baseUrl = 'http://127.0.0.1:1/v1';

  it.each(providers.filter(([, { isHosted }]) => isHosted))(
    'of %s is not resolved without a key',
    (provider, preset) => {
      expect(() => resolveModel({ name: `${provider}/model`, baseUrl })).toThrow(preset.keyVariable);
    },
  );

  it.each(providers.filter(([, { isHosted }]) => !isHosted))('of %s needs no key', (provider) => {
    expect(resolveModel({ name: `${provider}/model`, baseUrl, apiKey: '' }).headers).toEqual({});
  });

  it.each([
    [{ name: 'custom/x' }, 'has no address'],
    [{ name: 'custom/x', baseUrl: 'https://user:pass@host/v1' }, 'must look like'],
    [{ name: 'gemini', apiKey: 'sk-one sk-two' }, 'Copy it again'],
    [{ name: 'gemini', apiKey: 'schlüssel' }, 'Copy it again'],
  ] as const)('is refused with what to do: %j', (options, message) => {
    let error: unknown;
    try {
      resolveModel(options);
    } catch (caught) {
      error = caught;
    }
    expect(IbidError.is(error, 'INVALID_CONFIG')).toBe(true);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toMatch(/sk-|pass@|schl/u);
  });
});
