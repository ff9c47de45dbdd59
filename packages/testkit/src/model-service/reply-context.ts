import { createHash } from 'node:crypto';
import type { ParsedCall } from './parsed-call.ts';

/** Seconds since 1970 that every reply says it was made at, so that equal calls get equal bytes. */
export const CREATED = 1_795_000_000;

export interface ReplyContext {
  readonly call: ParsedCall;
  readonly countTokens: (text: string) => number;
}

/** As services make them: a prefix, then letters and digits. The same for the same call and place. */
export function replyId(prefix: string, { index, api }: ParsedCall, place = 0): string {
  const digest = createHash('sha256').update(`${prefix} ${api} ${index} ${place}`).digest('base64url');
  return `${prefix}${digest.replaceAll(/[-_]/gu, '0').slice(0, 28)}`;
}
