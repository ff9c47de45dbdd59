import { IbidError, sha256Hex } from '@ibid/core';
import type { ReadingPrefixes } from './hosted-options.ts';

/** What makes a vector space what it is, apart from the weights behind the model's name. */
interface SpaceParts {
  readonly name: string;
  readonly model: string;
  readonly dimensions: number;
  /** `''` for the provider's own. */
  readonly at: string;
  /** Another way of computing than the usual one; `''` for that. */
  readonly as: string;
  readonly prefixes: ReadingPrefixes;
}

/** `name/model@dimensions`, then `;at=…` for a service that is not the provider's own, `;as=…`, and `;prefix=…` for prefixes, hashed. */
export function spaceId({ name, model, dimensions, at, as, prefixes }: SpaceParts): string {
  const { document, query } = prefixes;
  const hashed = document === '' && query === '' ? '' : sha256Hex(JSON.stringify([document, query])).slice(0, 8);
  const marks = [
    ['at', at],
    ['as', as],
    ['prefix', hashed],
  ].filter(([, value]) => value !== '');
  return `${name}/${model}@${dimensions}${marks.map(([mark, value]) => `;${mark}=${value}`).join('')}`;
}

/** Names stand in ids, addresses and messages, so they hold nothing that would mean something there. */
export function checkedName(value: string, setting: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._:/+@-]{0,199}$/u.test(value)) return value;
  throw new IbidError(
    'INVALID_CONFIG',
    `\`${setting}\` of the embedder must be a name of up to 200 letters, digits and \`._:/+@-\`.`,
  );
}

/** A whole number that vectors can be long; `undefined` stays. */
export function checkedDimensions(dimensions: number | undefined): number | undefined {
  if (dimensions === undefined || (Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= 16_384)) {
    return dimensions;
  }
  throw new IbidError('INVALID_CONFIG', `\`dimensions\` is ${dimensions}; give a whole number from 1 to 16384.`);
}
