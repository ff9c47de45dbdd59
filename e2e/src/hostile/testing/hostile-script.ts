import type { Reply } from '../../../../packages/widget/src/client/wire.ts';
import { replyScript, type ServiceScript, type ServiceStep } from '../../../../packages/widget/src/testing/index.ts';
import type { Payload } from '../payload/payload.ts';
import { writePayload } from '../payload/write-payload.ts';
import { hitId } from './sinks.ts';

/** Streams `reply`, with events, comments and fields of the stream that payloads have named in between. */
export function hostileScript(reply: Reply, texts: readonly Payload[], from: number): ServiceScript {
  const strange = texts.map((payload, at): ServiceStep => {
    const text = writePayload(payload, hitId('event', from + at));
    const line = text.replaceAll(/[\r\n]+/gu, ' ');
    return {
      do: 'write',
      bytes: `event: ${line}\ndata: ${JSON.stringify({ text })}\nid: ${line}\n${line}: x\n: ${line}\n\n`,
    };
  });
  const [first, ...rest] = replyScript(reply, { fallbackAfter: 3 });
  return [first!, ...strange, ...rest];
}
