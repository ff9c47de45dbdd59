import { IbidError } from '@ibid/core';

/** How work ends: the code of its error, the words of one that has none, or `fulfilled`. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fulfilled',
    (error: unknown) => (IbidError.is(error) ? error.code : String(error)),
  );
