/** The connection dies, or never ends. */
import { framesOf, planReply, streamHead } from '../plan-reply.ts';
import { frameStep } from '../frame.ts';
import { bytesOf, type WireStep } from '../wire-step.ts';
import type { FaultContext, FaultFamily } from './fault-mode.ts';

export type ConnectionFault =
  | 'accept-then-close'
  | 'reset-before-headers'
  | 'hang-before-headers'
  | 'hang-after-headers'
  | 'stall-after-first-token'
  | 'drip'
  | 'keep-alive-comments'
  | 'cut-clean'
  | 'cut-connection'
  | 'cut-reset';

const DRIP_MS = 5;
const COMMENT_MS = 50;

export const CONNECTION_FAULTS: FaultFamily<ConnectionFault> = {
  'accept-then-close': {
    description: 'Takes the request and ends the connection (FIN) without a byte.',
    shows: 'nothing',
    steps: () => [{ do: 'cut' }],
  },
  'reset-before-headers': {
    description: 'Takes the request and resets the connection (RST) without a byte.',
    shows: 'nothing',
    steps: () => [{ do: 'reset' }],
  },
  'hang-before-headers': {
    description: 'Takes the request and says nothing, with the connection open.',
    shows: 'nothing',
    steps: () => [{ do: 'hang' }],
  },
  'hang-after-headers': {
    description: 'Status 200 and the right headers, then nothing.',
    shows: 'nothing',
    steps: (context) => [headOf(context), { do: 'hang' }],
  },
  'stall-after-first-token': {
    description:
      'The stream up to its first delta, or the first half of a JSON body; then nothing, with the connection open.',
    shows: 'part',
    steps: (context) => {
      if (!context.call.stream) return [...firstBytes(context), { do: 'hang' }];
      const frames = framesOf(context.made, context);
      const first = frames.findIndex(({ part }) => part === 'delta');
      return [streamHead(), ...frames.slice(0, first + 1).map(frameStep), { do: 'hang' }];
    },
  },
  drip: {
    description: `The good reply, a byte every \`everyMs\` (${DRIP_MS}).`,
    shows: 'whole',
    steps: (context) =>
      planReply(context.made, context).flatMap((step) =>
        step.do === 'write' ? dripped(step, context.everyMs ?? DRIP_MS) : [step],
      ),
  },
  'keep-alive-comments': {
    description: `Status 200 and comment lines (\`: keep-alive\`) every \`everyMs\` (${COMMENT_MS}) for ever; never an event.`,
    shows: 'endless',
    needsStream: true,
    steps: ({ everyMs }) => [
      streamHead(),
      { do: 'repeat', bytes: bytesOf(': keep-alive\n\n'), everyMs: everyMs ?? COMMENT_MS },
    ],
  },
  'cut-clean': {
    description:
      'Only the first `afterBytes` of the body, ended as HTTP has it: no error anywhere below the stream itself. A gateway that loses its upstream does this.',
    shows: 'part',
    steps: (context) => [...firstBytes(context, { reframed: true }), { do: 'end' }],
  },
  'cut-connection': {
    description: 'The first `afterBytes` of the body, then the connection ends (FIN) without the end of the body.',
    shows: 'part',
    steps: (context) => [...firstBytes(context), { do: 'cut' }],
  },
  'cut-reset': {
    description: 'The first `afterBytes` of the body, then the connection is reset (RST).',
    shows: 'part',
    steps: (context) => [...firstBytes(context), { do: 'reset' }],
  },
};

function headOf(context: FaultContext): WireStep {
  return planReply(context.made, context)[0]!;
}

/** Head and the first bytes of the good reply. `reframed` names the shorter length where the head names one. */
function firstBytes(context: FaultContext, { reframed = false } = {}): readonly WireStep[] {
  const steps = planReply(context.made, context);
  const total = steps.reduce((sum, step) => sum + (step.do === 'write' ? step.bytes.length : 0), 0);
  const kept = Math.min(total, context.afterBytes ?? Math.floor(total / 2));
  let left = kept;
  const cut: WireStep[] = [];
  for (const step of steps) {
    if (step.do === 'head') cut.push(reframed ? withLength(step, kept) : step);
    if (step.do === 'wait') cut.push(step);
    if (step.do !== 'write') continue;
    if (left > 0) cut.push({ ...step, bytes: step.bytes.subarray(0, left) });
    left -= step.bytes.length;
    if (left <= 0) break;
  }
  return cut;
}

function withLength(head: Extract<WireStep, { do: 'head' }>, bytes: number): WireStep {
  return 'content-length' in head.headers
    ? { ...head, headers: { ...head.headers, 'content-length': String(bytes) } }
    : head;
}

function dripped({ bytes, tokens = 0 }: Extract<WireStep, { do: 'write' }>, everyMs: number): readonly WireStep[] {
  return Array.from(bytes).flatMap((_, at): readonly WireStep[] => [
    { do: 'wait', ms: everyMs },
    { do: 'write', bytes: bytes.subarray(at, at + 1), tokens: at === 0 ? tokens : 0 },
  ]);
}
