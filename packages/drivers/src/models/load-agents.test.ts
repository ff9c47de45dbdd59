import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { loadAgents } from './load-agents.ts';

const own = (): void => undefined;
const HEARD = ['beforeExit', 'SIGINT', 'SIGTERM', 'unhandledRejection'] as const;

describe('the agents library', () => {
  it('leaves signals and rejections to the owner of the process', async () => {
    const before = HEARD.map((event) => process.rawListeners(event).length);
    const loading = loadAgents();
    process.on('SIGTERM', own);
    await loading;
    const heard = process.rawListeners('SIGTERM');
    process.removeListener('SIGTERM', own);
    expect(heard).toContain(own);
    expect(HEARD.map((event) => process.rawListeners(event).length)).toEqual(before);
  });

  it('records nothing of a run', async () => {
    const library = await loadAgents();
    const seen: unknown[] = [];
    library.addTraceProcessor({
      onTraceStart: async (trace) => void seen.push(trace),
      onTraceEnd: async (trace) => void seen.push(trace),
      onSpanStart: async (span) => void seen.push(span),
      onSpanEnd: async (span) => void seen.push(span),
      shutdown: async () => undefined,
      forceFlush: async () => undefined,
    });
    await library.withTrace('run', async () => library.createCustomSpan({ data: { name: 'span' } }).start());
    expect(seen).toEqual([]);
    library.setTracingDisabled(false);
    await library.withTrace('run', async () => undefined);
    library.setTracingDisabled(true);
    library.setTraceProcessors([]);
    expect(seen).not.toEqual([]);
  });
});
