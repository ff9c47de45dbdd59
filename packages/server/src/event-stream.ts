import type { AnswerEvent } from '@ibid/core/types';
import type { StreamEncoder } from '@ibid/wire';

/** Writes a run as one response body: each event at once, a heartbeat when nothing else was written for a while. */
export function eventStream(
  events: AsyncIterator<AnswerEvent>,
  options: {
    readonly encoder: StreamEncoder;
    /** The frames that end a stream which has failed on the way. */
    readonly lastWords: () => readonly string[];
    readonly heartbeatMs: number;
    /** The client has closed the connection. */
    readonly onLeave: () => void;
    /** An event could not be made or put into words; the stream ends with an error instead. */
    readonly onFault: (cause: unknown) => void;
    readonly onEnd: () => void;
  },
): ReadableStream<Uint8Array> {
  const { encoder, lastWords, heartbeatMs, onLeave, onFault, onEnd } = options;
  const utf8 = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  let ended = false;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      // Enqueueing after the client has left throws; what is left of the run has no reader then.
      const write = (text: string): void => {
        try {
          controller.enqueue(utf8.encode(text));
        } catch {
          onLeave();
        }
      };
      heartbeat = setInterval(() => write(encoder.heartbeat), heartbeatMs);
      void (async () => {
        for (let step = await events.next(); step.done !== true; step = await events.next()) {
          for (const frame of encoder.encode(step.value)) write(frame);
          ended ||= step.value.type === 'run-end' || step.value.type === 'run-error';
          heartbeat.refresh();
        }
      })()
        .catch((cause: unknown) => {
          // The head has been sent, so that a fault of ours must be told by the stream's own last event.
          onFault(cause);
          for (const frame of ended ? [] : lastWords()) write(frame);
        })
        .finally(() => {
          clearInterval(heartbeat);
          onEnd();
          try {
            controller.close();
          } catch {
            // Already cancelled by the client.
          }
        });
    },
    cancel() {
      clearInterval(heartbeat);
      onLeave();
    },
  });
}
