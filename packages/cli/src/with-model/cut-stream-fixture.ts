import { replySteps, serviceTokens, type ParsedCall, type ScriptedReply } from '@ibid/testkit';
import { wordedAnswer } from './pump-pages-fixture.ts';

/** UTF-16 units of one delta; no respect for words. */
const PIECE = 37;

/** The first bytes of the stream, which then ends as HTTP has it or with its connection. */
export function cutReply(
  call: ParsedCall,
  afterBytes: number,
  fault: 'cut-clean' | 'cut-reset' = 'cut-clean',
): ScriptedReply {
  const text = wordedAnswer(call);
  const pieces = text.match(new RegExp(`.{1,${PIECE}}`, 'gsu')) ?? [];
  const reply = { kind: 'fault', fault, afterBytes, of: { kind: 'text', text, pieces } } as const;
  return { kind: 'wire', steps: replySteps(reply, { call, countTokens: serviceTokens, elsewhere: '' }) };
}

/** The stream as bytes, whole. */
export function recordedBytes(call: ParsedCall): Buffer {
  const reply = cutReply(call, Infinity);
  const steps = reply.kind === 'wire' ? reply.steps : [];
  return Buffer.concat(steps.flatMap((step) => (step.do === 'write' ? [step.bytes] : [])));
}
