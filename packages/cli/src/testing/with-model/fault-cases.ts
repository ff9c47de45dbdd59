import { MODEL_FAULTS_SERVED, spoiling, type ModelFaultMode, type ModelScript } from '@ibid/testkit';
import type { Expected } from './fault-findings.ts';
import type { FaultCase } from './fault-run.ts';
import { wordingModel } from './pump-pages.ts';

/** When the fault happens: at every call, at every call after a search that went well, or at the first call alone. */
export const FAULT_TIMES = ['always', 'after-search', 'once'] as const;
export type FaultTime = (typeof FAULT_TIMES)[number];

export interface ModeCase extends FaultCase {
  readonly fault: ModelFaultMode;
  readonly time: FaultTime;
  readonly expected: Expected;
}

export const FAULTS: readonly ModelFaultMode[] = MODEL_FAULTS_SERVED;

/** A stream that ends as HTTP has it, or with its connection, after so many bytes: in the head, within words and between sentences. */
export function cutCase(fault: 'cut-clean' | 'cut-reset', afterBytes: number): ModeCase {
  return {
    ...modeCase(fault, 'always'),
    name: `${fault} after ${afterBytes}`,
    script: spoiling({ fault, afterBytes }, wordingModel),
  };
}

/** Faults that do no harm to an answer. */
const WHOLE: readonly ModelFaultMode[] = ['400-no-tools', 'usage-missing', 'usage-zero', 'usage-huge'];
/** Those that come when something has been said. */
const PART: readonly ModelFaultMode[] = [
  'stall-after-first-token',
  'cut-clean',
  'cut-reset',
  'finish-length',
  'finish-content-filter',
];
/** Which nobody would wait for as long as the others may take. */
const SILENT: readonly ModelFaultMode[] = ['hang-before-headers', 'hang-after-headers', 'stall-after-first-token'];

export function modeCase(fault: ModelFaultMode, time: FaultTime): ModeCase {
  const spoiled = spoiling({ fault }, wordingModel);
  const shows = WHOLE.includes(fault) ? 'whole' : PART.includes(fault) ? 'part' : 'nothing';
  const scripts: Readonly<Record<FaultTime, ModelScript>> = {
    always: spoiled,
    // Ways of other services show in their tool calls too.
    'after-search': shows === 'whole' ? spoiling({ fault }, afterSearch(wordingModel)) : afterSearch(spoiled),
    once: onceThenWell(spoiled),
  };
  const mayCall = fault.includes('tool') ? 4 : 2;
  return {
    name: `${fault} ${time}`,
    fault,
    time,
    script: scripts[time],
    ...(SILENT.includes(fault) ? { deadlines: { firstTokenMs: 1_000, idleMs: 1_000 } } : {}),
    expected: {
      shows,
      mayRecover: time === 'once',
      mostCalls: time === 'after-search' ? Math.min(4, mayCall + 1) : mayCall,
    },
  };
}

const SEARCH = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"pump oil"}' } as const;

function afterSearch(model: ModelScript): ModelScript {
  return (call) => (call.toolResults.length > 0 || call.tools.length === 0 ? model(call) : SEARCH);
}

function onceThenWell(model: ModelScript): ModelScript {
  let isFirst = true;
  return (call) => {
    const now = isFirst ? model : wordingModel;
    isFirst = false;
    return now(call);
  };
}

/** What `work` makes of each, in order, with so many under way at once. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
