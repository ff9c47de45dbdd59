export interface Frame {
  readonly event: string;
  readonly data: unknown;
}

/** Parses server-sent events as a client does: one `event` line and one `data` line of JSON each. Throws on anything else. */
export function parseFrames(text: string): readonly Frame[] {
  if (text !== '' && !text.endsWith('\n\n')) throw new Error('The stream ends inside a frame.');
  return text
    .split(/\r\n\r\n|\n\n|\r\r/u)
    .slice(0, -1)
    .map((frame) => {
      const lines = frame.split(/\r\n|\n|\r/u);
      const [event, data] = lines;
      if (lines.length !== 2 || event?.startsWith('event: ') !== true || data?.startsWith('data: ') !== true) {
        throw new Error(`Not a frame: ${frame}`);
      }
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) as unknown };
    });
}
