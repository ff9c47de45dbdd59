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

/** The reply that is cut. What a Responses stream repeats of the call is left out: it says nothing of the reply. */
function contextOf(call: ParsedCall, afterBytes: number): FaultContext {
  const text = wordedAnswer(call);
  const pieces = text.match(new RegExp(`.{1,${PIECE}}`, 'gsu')) ?? [];
  const { instructions: _, tools: __, ...body } = call.body;
  return {
    call: { ...call, body },
    countTokens: serviceTokens,
    made: { text, pieces, everyMs: 0, calls: [], isRefusal: false, finish: 'stop', usage: 'counted' },
    elsewhere: '',
    afterBytes,
    everyMs: undefined,
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

/** The stream as bytes, whole. */
export function recordedBytes(call: ParsedCall): Buffer {
  const steps = MODEL_FAULT_MODES['cut-clean'].steps(contextOf(call, Infinity));
  return Buffer.concat(steps.flatMap((step) => (step.do === 'write' ? [step.bytes] : [])));
}
