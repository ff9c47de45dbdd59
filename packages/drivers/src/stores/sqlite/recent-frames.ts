import type { PageFrame } from './passage-codec.ts';

/**
 * What the chunks of a page share, for the pages read last: most of the work of reading a few chunks is to read and check the whole
 * text of their pages. A revision never changes and its number is never given again, so that what is kept stays true.
 */
export interface RecentFrames {
  /** The frame of a page revision, by `read` where it is not at hand. */
  get(page: number, read: (page: number) => PageFrame): PageFrame;
}

/** UTF-16 units of text, one or two bytes each. */
const MOST_TEXT = 8_000_000;

export function recentFrames(mostText: number = MOST_TEXT): RecentFrames {
  // The page read last stands last.
  const frames = new Map<number, PageFrame>();
  let text = 0;
  return {
    get(page, read) {
      const known = frames.get(page);
      const frame = known ?? read(page);
      if (known === undefined) text += frame.text.length;
      else frames.delete(page);
      frames.set(page, frame);
      for (const [oldest, dropped] of frames) {
        if (text <= mostText) break;
        frames.delete(oldest);
        text -= dropped.text.length;
      }
      return frame;
    },
  };
}
