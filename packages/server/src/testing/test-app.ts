import type { Engine } from '@ibid/core/types';
import type { App } from '../call.ts';
import type { AppOptions } from '../app-options.ts';
import { createApp } from '../create-app.ts';

type TestEngine = Partial<AppOptions['engine']>;
export type TestOptions = Omit<AppOptions, 'engine'> & { readonly engine: TestEngine };

const missing = (): never => {
  throw new Error('This part was not to be called.');
};
const ABSENT: Pick<Engine, keyof AppOptions['engine']> = {
  ask: missing,
  find: async () => missing(),
  lookUp: async () => missing(),
  checkIndex: async () => missing(),
  embedderWorks: async () => missing(),
  page: async () => missing(),
  pages: missing,
  info: async () => missing(),
};

/** Creates a deterministic app without rate limits. Engine functions that a test does not supply fail when called. */
export function testApp({ engine, ...over }: Partial<TestOptions> & { readonly engine: TestEngine }): App {
  return createApp({
    engine: { ...ABSENT, ...engine },
    newId: () => 'req-1',
    now: () => 0,
    date: () => new Date('2026-01-02T03:04:05.678Z'),
    countTokens: (text) => text.split(/\s+/u).filter((word) => word !== '').length,
    rateLimits: { perClient: 0, perSiteKey: 0, requests: 0 },
    ...over,
  });
}
