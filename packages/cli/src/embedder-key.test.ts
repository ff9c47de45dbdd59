import { describe, expect, it } from 'vitest';
import { embedderKey } from './open-embedder-source.ts';
import type { EmbedderConfig } from './define-config.ts';

const ALL = {
  COHERE_API_KEY: 'cohere',
  OPENAI_API_KEY: 'openai',
  GEMINI_API_KEY: 'gemini',
  GOOGLE_API_KEY: 'google',
};

function keyFor(config: EmbedderConfig, environment: Readonly<Record<string, string>>): object {
  return embedderKey(config, (name) => environment[name]);
}

describe('the key of an embedder', () => {
  it('is that of its provider', () => {
    expect(keyFor({ name: 'cohere' }, ALL)).toEqual({ apiKey: 'cohere', keyName: 'COHERE_API_KEY' });
    expect(keyFor({ name: 'openai' }, ALL)).toEqual({ apiKey: 'openai', keyName: 'OPENAI_API_KEY' });
    expect(keyFor({ name: 'gemini' }, ALL)).toEqual({ apiKey: 'gemini', keyName: 'GEMINI_API_KEY' });
    expect(keyFor({ name: 'gemini' }, { GOOGLE_API_KEY: 'google' })).toEqual({
      apiKey: 'google',
      keyName: 'GOOGLE_API_KEY',
    });
  });

  it('is the one for embedders alone where that is set', () => {
    const environment = { ...ALL, IBID_EMBEDDER_KEY: 'mine' };
    for (const name of ['cohere', 'openai', 'gemini', 'ollama'] as const) {
      expect(keyFor({ name }, environment)).toEqual({ apiKey: 'mine', keyName: 'IBID_EMBEDDER_KEY' });
    }
  });

  it('of a provider goes to its own address and to no other, not even an unencrypted one', () => {
    const elsewhere = { apiKey: undefined, keyName: 'IBID_EMBEDDER_KEY' };
    for (const baseUrl of [
      'https://api.openai.com.example.org/v1',
      'http://api.openai.com/v1',
      'http://localhost:8000/v1',
    ]) {
      expect(keyFor({ name: 'openai', baseUrl }, ALL)).toEqual(elsewhere);
    }
    const own = { name: 'openai', baseUrl: 'https://api.openai.com/v1' } as const;
    expect(keyFor(own, ALL)).toMatchObject({ apiKey: 'openai' });
  });

  it('is asked for by the usual name where there is none', () => {
    expect(keyFor({ name: 'cohere' }, {})).toEqual({ apiKey: undefined, keyName: 'COHERE_API_KEY' });
  });
});
