import process from 'node:process';
import type * as Agents from '@openai/agents';

export type AgentsLibrary = typeof Agents;

let loaded: Promise<AgentsLibrary> | undefined;

/**
 * The agents library, loaded when first needed: it takes 0.3 s and 60 MB. Its tracing would send prompts and answers to its maker, so it
 * is off and has no exporter. It also listens for signals and for rejections that nobody handles, and ends the process on them when
 * it is alone to listen; how a process ends is the matter of who owns it, so those listeners are taken away.
 */
export function loadAgents(): Promise<AgentsLibrary> {
  loaded ??= load();
  return loaded;
}

const HEARD = ['beforeExit', 'SIGINT', 'SIGTERM', 'unhandledRejection'] as const;

async function load(): Promise<AgentsLibrary> {
  const before = HEARD.map((event) => new Set(process.rawListeners(event)));
  const library = await import('@openai/agents');
  for (const [at, event] of HEARD.entries()) {
    for (const listener of process.rawListeners(event)) {
      // Others may have begun to listen meanwhile; the library's own all run its clean-up.
      if (before[at]!.has(listener) || !isCleanUp(listener)) continue;
      process.removeListener(event, listener as () => void);
    }
  }
  library.setTracingDisabled(true);
  library.setTraceProcessors([]);
  library.setSensitiveDataLoggingEnabled(false);
  return library;
}

/** A listener that hears once is wrapped, with what it wraps beside it. */
function isCleanUp(listener: object): boolean {
  const inner = 'listener' in listener ? listener.listener : listener;
  const code = String(inner);
  return code.includes('cleanup()') || code.includes('Tracing cleanup timed out');
}
