import { MODEL_FAULTS_SERVED, spoiling, type ModelFaultMode, type ModelScript } from '@ibid/testkit';
import type { Expected } from './fault-findings.ts';
import type { FaultCase } from './fault-run.ts';
import { wordingModel } from './pump-pages.ts';

/** Time of the fault: at every call, at every call after a successful search, or only at the first call. */
export const FAULT_TIMES = ['always', 'after-search', 'once'] as const;
export type FaultTime = (typeof FAULT_TIMES)[number];

export interface ModeCase extends FaultCase {
  readonly fault: ModelFaultMode;
  readonly time: FaultTime;
  readonly expected: Expected;
}

export const FAULTS: readonly ModelFaultMode[] = MODEL_FAULTS_SERVED;

/** A stream that ends after the given number of bytes, properly or with its connection: in the head, within words and between sentences. */
export function cutCase(fault: 'cut-clean' | 'cut-reset', afterBytes: number): ModeCase {
  return {
    ...modeCase(fault, 'always'),
    name: `${fault} after ${afterBytes}`,
    script: spoiling({ fault, afterBytes }, wordingModel),
  };
}

/** Faults that do not affect an answer. */
const WHOLE: readonly ModelFaultMode[] = ['400-no-tools', 'usage-missing', 'usage-zero', 'usage-huge'];
/** Faults after which part of an answer has been shown. */
const PART: readonly ModelFaultMode[] = [
  'stall-after-first-token',
  'cut-clean',
  'cut-reset',
  'finish-length',
  'finish-content-filter',
];
/** Faults by silence, which get shorter deadlines than the others. */
const SILENT: readonly ModelFaultMode[] = ['hang-before-headers', 'hang-after-headers', 'stall-after-first-token'];

export function modeCase(fault: ModelFaultMode, time: FaultTime): ModeCase {
  const spoiled = spoiling({ fault }, wordingModel);
  const shows = WHOLE.includes(fault) ? 'whole' : PART.includes(fault) ? 'part' : 'nothing';
  const scripts: Readonly<Record<FaultTime, ModelScript>> = {
    always: spoiled,
    // Harmless faults are variants of the service's replies, so they also apply to tool calls.
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

/** Applies `work` to each item in order, with up to `atOnce` in progress; returns the results in order. */
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
