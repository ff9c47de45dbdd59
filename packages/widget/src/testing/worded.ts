import type { Shown, Statement } from '@ibid/client';

/** Fields of a statement worded by a model: without an excerpt, a block of the page or marks. */
export const WORDED: Pick<Statement, 'excerpt'> & Omit<Shown, 'kind' | 'text' | 'language'> = {
  excerpt: null,
  block: 0,
  depth: 0,
  ordinal: 0,
  lit: false,
  marks: [],
};
