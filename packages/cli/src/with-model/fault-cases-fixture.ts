import { MODEL_FAULT_MODES, spoiling, type ModelFaultMode, type ModelScript } from '@ibid/testkit';
import { drippingReply } from './cut-stream-fixture.ts';
import type { Expected } from './fault-findings-fixture.ts';
import type { FaultCase } from './fault-run-fixture.ts';
import { wordingModel } from './pump-pages-fixture.ts';

/** When the fault happens: at every call, at every call after a search that went well, or at the first call alone. */
export const FAULT_TIMES = ['always', 'after-search', 'once'] as const;
export type FaultTime = (typeof FAULT_TIMES)[number];

export interface ModeCase extends FaultCase {
  readonly fault: ModelFaultMode;
  readonly time: FaultTime;
  readonly expected: Expected;
}

export const FAULTS = Object.keys(MODEL_FAULT_MODES) as readonly ModelFaultMode[];

/** Where a mode does something else to a stream than its name says, or is met more strictly than its service deserves. */
const SHOWS: Partial<Record<ModelFaultMode, Expected['shows']>> = {
  // Every answer is asked for as a stream.
  'stream-for-json': 'whole',
  // Proxies that sign people in answer so too.
  'wrong-content-type': 'nothing',
};

/** Which nobody would wait for as long as the others may take. */
const SILENT: readonly ModelFaultMode[] = [
  'hang-before-headers',
  'hang-after-headers',
  'stall-after-first-token',
  'keep-alive-comments',
];
/** Bills more than it reports, or more than the call allowed. */
const LYING: readonly ModelFaultMode[] = [
  'second-choice',
  'late-delta',
  'duplicate-deltas',
  'giant-delta',
  'endless-answer',
];
/** Chat Completions do not number their deltas. */
const GARBLING: readonly ModelFaultMode[] = ['duplicate-deltas', 'swapped-deltas'];
const TOOL_FAULTS: readonly ModelFaultMode[] = FAULTS.filter((fault) => fault.includes('tool'));

export function modeCase(fault: ModelFaultMode, api: 'chat' | 'responses', time: FaultTime): ModeCase {
  const mode = MODEL_FAULT_MODES[fault];
  const spoiled = fault === 'drip' ? drippingReply : spoiling({ fault }, wordingModel);
  const isHarmless = mode.shows === 'whole' && fault !== 'drip';
  const scripts: Readonly<Record<FaultTime, ModelScript>> = {
    always: spoiled,
    // Ways of other services show in their tool calls too.
    'after-search': isHarmless ? spoiling({ fault }, afterSearch(wordingModel)) : afterSearch(spoiled),
    once: onceThenWell(spoiled),
  };
  const shows = SHOWS[fault] ?? mode.shows;
  const mayCall = TOOL_FAULTS.includes(fault) ? 4 : 2;
  return {
    name: `${fault} ${time} ${api}`,
    fault,
    time,
    api,
    script: scripts[time],
    ...(SILENT.includes(fault) ? { deadlines: { firstTokenMs: 1_000, idleMs: 1_000 } } : {}),
    ...(fault === 'drip' ? { deadlines: { firstTokenMs: 60_000, idleMs: 60_000, totalMs: 60_000 } } : {}),
    expected: {
      shows,
      mayRecover: time === 'once',
      mostCalls: time === 'after-search' ? Math.min(4, mayCall + 1) : mayCall,
      isLying: LYING.includes(fault),
      isGarbled: api === 'chat' && GARBLING.includes(fault),
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
