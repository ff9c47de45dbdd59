import type { AnswerEvent } from '@ibid/core';
import type { StreamEncoder } from '@ibid/wire';

/** Writes a run as one response body: each event at once, a heartbeat when nothing else was written for a while. */
export function eventStream(
  events: AsyncIterator<AnswerEvent>,
  options: {
    readonly encoder: StreamEncoder;
    readonly heartbeatMs: number;
    /** The client has closed the connection. */
    readonly onLeave: () => void;
    readonly onEnd: () => void;
  },
): ReadableStream<Uint8Array> {
  const { encoder, heartbeatMs, onLeave, onEnd } = options;
  const utf8 = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
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
          heartbeat.refresh();
        }
      })()
        .catch(onLeave)
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
