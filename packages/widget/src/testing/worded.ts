import type { Shown, Statement } from '@ibid/client';

/** What a statement has of its page beside its text when a model worded it: nothing. */
export const WORDED: Pick<Statement, 'excerpt'> & Omit<Shown, 'kind' | 'text' | 'language'> = {
  excerpt: null,
  block: 0,
  depth: 0,
  ordinal: 0,
  lit: false,
  marks: [],
};
