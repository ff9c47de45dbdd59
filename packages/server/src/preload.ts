import { dialects } from '@ibid/wire';
import { setImmediate } from 'node:timers/promises';
import type { AppOptions } from './app-options.ts';
import { apiDocuments } from './page/docs-page.ts';

/**
 * Loads and makes what the first requests need: the tokenizer, the API description and the Model Context Protocol. Call it when the server
 * listens; otherwise each is loaded by the first request that needs it, which stops all others for as long.
 */
export async function preload({
  dialects: spoken = dialects,
  countTokens,
}: Pick<AppOptions, 'dialects' | 'countTokens'>): Promise<void> {
  const steps = [
    () => countTokens('a'),
    () => apiDocuments(spoken),
    () => import('@modelcontextprotocol/server'),
    () => import('./mcp/docs-tools.ts'),
  ];
  for (const step of steps) {
    await setImmediate();
    await step();
  }
}
