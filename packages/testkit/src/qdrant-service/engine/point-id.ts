import { refusal } from './refusal.ts';

export type PointId = number | string;

const UUID = /^(?:urn:uuid:)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/u;

/** The id as replies show it: UUIDs lower-case with hyphens, however they were written. */
export function pointIdOf(given: PointId): PointId {
  if (typeof given === 'number') {
    if (Number.isSafeInteger(given) && given >= 0) return given;
  } else {
    const parts = UUID.exec(given.toLowerCase());
    if (parts !== null) return parts.slice(1).join('-');
  }
  throw refusal(
    400,
    `value ${given} is not a valid point ID, valid values are either an unsigned integer or a UUID (integers above 2^53 are not served here)`,
  );
}

/** Strings whose order is that of the ids: integers by size, then UUIDs. */
export function orderKeyOf(id: PointId): string {
  return typeof id === 'number' ? `0${String(id).padStart(20, '0')}` : `1${id}`;
}
