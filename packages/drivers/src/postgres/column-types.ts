/**
 * How columns are read, for our connections alone: parsers set globally on `pg` would change what other code of the process reads,
 * and what that code sets would change what we read.
 */
import { IbidError } from '@ibid/core';

type Parser = (text: string) => unknown;

const PARSERS: Readonly<Record<number, Parser>> = {
  16: (text) => text === 't',
  17: bytes,
  20: safeInteger,
  21: Number,
  23: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  3802: JSON.parse,
};

export const columnTypes: { getTypeParser(oid: number, format?: string): Parser } = {
  getTypeParser: (oid) => PARSERS[oid] ?? String,
};

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number))
    throw new IbidError(
      'UPSTREAM_FAILED',
      `PostgreSQL gave the whole number ${text}, which is too large to be exact here`,
    );
  return number;
}

/** In the one of its two ways of writing that the server is set to. */
function bytes(text: string): Uint8Array {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex');
  const found = text.matchAll(/\\([0-7]{3})|\\\\|[^\\]/gu);
  return Buffer.from(
    [...found].map(([all, octal]) => (octal === undefined ? all.charCodeAt(0) : Number.parseInt(octal, 8))),
  );
}
