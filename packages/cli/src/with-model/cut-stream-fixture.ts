import {
  MODEL_FAULT_MODES,
  serviceTokens,
  type FaultContext,
  type ModelFaultMode,
  type ParsedCall,
  type ScriptedReply,
} from '@ibid/testkit';
import { wordedAnswer } from './pump-pages-fixture.ts';

/** UTF-16 units of one delta; no respect for words. */
const PIECE = 37;
/** Steps from one pause of a drip to the next. */
const PAUSED = 64;

/** The reply that is cut. What a Responses stream repeats of the call is left out: it says nothing of the reply. */
function contextOf(call: ParsedCall, afterBytes: number | undefined): FaultContext {
  const text = wordedAnswer(call);
  const pieces = text.match(new RegExp(`.{1,${PIECE}}`, 'gsu')) ?? [];
  const { instructions: _, tools: __, ...body } = call.body;
  return {
    call: { ...call, body },
    countTokens: serviceTokens,
    made: { text, pieces, everyMs: 0, calls: [], isRefusal: false, finish: 'stop', usage: 'counted' },
    elsewhere: '',
    afterBytes,
    everyMs: 1,
  };
}

/** The first bytes of the recorded stream, and then one of three ends. */
export function cutReply(
  call: ParsedCall,
  afterBytes: number,
  how: Extract<ModelFaultMode, `cut-${string}`> = 'cut-clean',
): ScriptedReply {
  return { kind: 'wire', steps: MODEL_FAULT_MODES[how].steps(contextOf(call, afterBytes)) };
}

/** The recorded stream a byte at a time, with a pause after each few: every pause takes a millisecond at least. */
export function drippingReply(call: ParsedCall): ScriptedReply {
  const steps = MODEL_FAULT_MODES.drip.steps(contextOf(call, undefined));
  return { kind: 'wire', steps: steps.filter((step, at) => step.do !== 'wait' || at % PAUSED === 1) };
}

/** The stream as bytes, whole. */
export function recordedBytes(call: ParsedCall): Buffer {
  const steps = MODEL_FAULT_MODES['cut-clean'].steps(contextOf(call, Infinity));
  return Buffer.concat(steps.flatMap((step) => (step.do === 'write' ? [step.bytes] : [])));
}
