import { expect } from 'vitest';

/** Matches any error with this code, for use in `toEqual` and `rejects`. */
export const code = (value: string): unknown => expect.objectContaining({ code: value });
