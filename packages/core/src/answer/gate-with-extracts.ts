import type { AnswerEvent, DraftEvent, DraftReason } from '../types/answer.ts';
import { gate, type GateContext, type Gated } from './gate.ts';
import { streamInSpan } from './in-span.ts';

/** Gates the draft of an answerer; if none of its statements is proved, gates `extracts` instead. So a failed proof costs only the wording. */
export async function* gateWithExtracts(
  draft: AsyncIterable<DraftEvent>,
  extracts: { readonly id: string; readonly draft: () => AsyncIterable<DraftEvent> },
  context: GateContext,
): AsyncGenerator<AnswerEvent, Gated> {
  const worded = yield* gateInSpan(draft, context);
  if (worded.statements.length > 0 || worded.withheld === 0) return worded;
  const quoted = yield* gateInSpan(extracts.draft(), context);
  const { withheld, calls, toolCalls, fault } = worded;
  const warnings = [...worded.warnings, ...quoted.warnings];
  if (quoted.statements.length === 0) return { ...quoted, warnings, withheld, calls, toolCalls, fault };
  const reasons: readonly DraftReason[] = ['model-unproved', ...quoted.reasons];
  return { ...quoted, warnings, withheld, calls, toolCalls, fault, reasons, answerer: extracts.id };
}

/** The span includes drafting, because the gate pulls the draft statement by statement. */
function gateInSpan(draft: AsyncIterable<DraftEvent>, context: GateContext): AsyncGenerator<AnswerEvent, Gated> {
  return streamInSpan('ibid.gate', gate(draft, context), (value) => {
    if ('type' in value) return undefined;
    const { proposed, statements, withheld } = value;
    return { 'ibid.gate.proposed': proposed, 'ibid.gate.shown': statements.length, 'ibid.gate.withheld': withheld };
  });
}
