import type { Source } from '@ibid/core/types';

/** Something that pages come from, made for one test, with the means to disturb it. */
export interface SourcePlace {
  /** A fresh source over the place as it is now. */
  readonly open: () => Source | Promise<Source>;
  /** URLs of the pages that the place has at first, at least three. */
  readonly pages: readonly string[];
  /** Text that stands in no message and no id: the machine path, a token; `''` when there is none. */
  readonly secret: string;
  /** Gives one page other words. */
  readonly change: (url: string) => Promise<void>;
  readonly remove: (url: string) => Promise<void>;
  /** Makes one page impossible to read as what it is, such as by bytes that are no text. */
  readonly spoil: (url: string) => Promise<void>;
  /** Makes the place as a whole impossible to read. */
  readonly vanish: () => Promise<void>;
  /** Ends it; also after `vanish`. */
  readonly dispose: () => Promise<void>;
}

/**
 * What some sources cannot promise.
 * - `url-order`: lists by URL (sites list in order of discovery)
 * - `revision-per-page`: a page's revision says nothing of other pages' changes
 * - `spoil`, `vanish`: the place can be disturbed in that way
 */
export type SourceCapability = 'url-order' | 'revision-per-page' | 'spoil' | 'vanish';
