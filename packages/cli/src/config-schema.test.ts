import { describe, expect, it } from 'vitest';
import { checkConfig } from './config-schema.ts';
import { defineConfig } from './define-config.ts';

describe('checkConfig', () => {
  it('takes what `defineConfig` types', () => {
    const config = defineConfig({
      index: 'docs.db',
      source: 'docs',
      sourceKind: 'markdown',
      siteUrl: 'https://docs.example.org/',
      locale: 'en',
      locales: ['en', 'zh-CN'],
      embedder: 'hash',
      title: 'the docs',
      server: { port: 0, host: '::', origins: ['https://docs.example.org'], connectionsPerAddress: 0 },
    });
    expect(checkConfig(config, 'ibid.config.ts')).toEqual(config);
  });

  it.each<[unknown, string]>([
    [{ indx: 'x' }, '`indx` is not a setting'],
    [{ server: { prt: 1 } }, '`server.prt` is not a setting'],
    [{ server: { port: 'http' } }, '`server.port`: '],
    [{ siteUrl: 'docs' }, '`siteUrl`: '],
    [{ locales: 'en' }, '`locales`: '],
    [undefined, 'expected object'],
  ])('refuses %j by name', (config, message) => {
    expect(() => checkConfig(config, 'ibid.config.json')).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(message) }),
    );
  });
});
