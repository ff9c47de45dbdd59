import { IbidError } from '@ibid/core';

/** What an owner should know whose collection was made by another program. */
export function describeForeign(base: string): string {
  return `The collection \`${base}\` was made by another program. It is read by its vectors alone: passages that only share words with a question are not found, languages and versions are not known, and nothing is found while the embedder does not answer. For all of that, name another collection and run \`ibid index\``;
}

export function refuseForeign(base: string, verb: string): IbidError {
  return new IbidError(
    'UNSUPPORTED',
    `${verb}: the collection \`${base}\` was made by another program, and Ibid writes only to its own; name another collection to index into, or delete \`${base}\` to have the name`,
  );
}
