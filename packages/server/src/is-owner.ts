import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether an `Authorization` header carries the owner's token; takes as long whatever is wrong with it. */
export function isOwner(authorization: string, token: string): boolean {
  const given = /^Bearer +(\S+) *$/iu.exec(authorization)?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token)) && given !== '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
