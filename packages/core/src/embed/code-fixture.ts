import { expect } from 'vitest';

/** Matches any error with this code. */
export const code = (value: string): unknown => expect.objectContaining({ code: value });
