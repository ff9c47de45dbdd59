import type { WireContext } from '../dialect.ts';

/** Creates a context with fixed values. */
export function testContext(parts: Partial<WireContext> = {}): WireContext {
  return {
    requestId: 'req-1',
    echo: {},
    notes: [],
    receivedAt: '2026-01-02T03:04:05.678Z',
    elapsedMs: () => 12.5,
    countTokens: (text) => text.split(/\s+/u).filter((word) => word !== '').length,
    sessionId: '',
    ...parts,
  };
}
