import { bytesOf, refusing, type ModelScript, type ServedRequest } from '@ibid/testkit';
import { comesTrue } from './comes-true-fixture.ts';
import { cutReply } from './cut-stream-fixture.ts';
import type { LeavingClient } from './leaving-client-fixture.ts';
import { wordedAnswer, wordingModel } from './pump-pages-fixture.ts';

/** When a reader goes. */
export interface LeavingMoment {
  readonly script: ModelScript;
  /** Until it has come. `reached`: a search or a pause has begun. */
  readonly until: (sight: {
    readonly client: LeavingClient;
    readonly calls: () => readonly ServedRequest[];
    readonly reached: Promise<void>;
  }) => Promise<unknown>;
  /** Whether a call of the model is under way then. */
  readonly isCalling: boolean;
  readonly streams: boolean;
}

const SEARCH = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"pump oil"}' } as const;

/** All is said, and that it is all; but tokens are yet to be counted, and the stream is not ended. */
const lingering: ModelScript = (call) => {
  const reply = cutReply(call, Infinity);
  const steps = reply.kind === 'wire' ? reply.steps : [];
  const end = steps.findIndex(
    (step) => step.do === 'write' && Buffer.from(step.bytes).includes('"finish_reason":"stop"'),
  );
  return {
    kind: 'wire',
    steps: [...steps.slice(0, end + 1), { do: 'write', bytes: bytesOf(': more\n\n') }, { do: 'hang' }],
  };
};

const isAnswering = ({ replyStartedAt }: ServedRequest): boolean => replyStartedAt !== undefined;

export const LEAVING_MOMENTS: Readonly<Record<string, LeavingMoment>> = {
  'before the headers': {
    script: () => ({ kind: 'fault', fault: 'hang-before-headers' }),
    until: ({ calls }) => comesTrue(() => calls().some(isAnswering)),
    isCalling: true,
    streams: false,
  },
  'before the first token': {
    script: () => ({ kind: 'fault', fault: 'hang-after-headers' }),
    async until({ client, calls }) {
      await client.seen(/^HTTP\/1\.1 200/u);
      await comesTrue(() => calls().some(isAnswering));
    },
    isCalling: true,
    streams: true,
  },
  'in the middle of the answer': {
    script: (call) => ({ kind: 'text', text: wordedAnswer(call), everyMs: 20 }),
    until: ({ client }) => client.seen(/90 days/u),
    isCalling: true,
    streams: true,
  },
  'at the last byte': {
    script: lingering,
    until: ({ client }) => client.seen(/Open the valve/u),
    isCalling: true,
    streams: true,
  },
  'in a search': {
    script: (call) => (call.toolResults.length === 0 ? SEARCH : wordingModel(call)),
    until: async ({ reached }) => reached,
    isCalling: false,
    streams: false,
  },
  'while a call waits to be repeated': {
    script: () => refusing(429, {}, { 'retry-after': '1' }),
    until: async ({ reached }) => reached,
    isCalling: false,
    streams: true,
  },
};
