import { expect } from 'vitest';

/** Equal to every error that has this code. */
export const code = (value: string): unknown => expect.objectContaining({ code: value });
