import type { Statement } from '../types/answer.ts';

/** What a statement has of its page beside its text when a model worded it: nothing. */
export const WORDED: Pick<Statement, 'excerpt' | 'block' | 'depth' | 'ordinal' | 'lit' | 'marks'> = {
  excerpt: undefined,
  block: 0,
  depth: 0,
  ordinal: 0,
  lit: false,
  marks: [],
};
