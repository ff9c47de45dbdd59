import { IbidError } from '@ibid/core';

/** Names become names of folders, and the names of versions are this one with a few letters more. */
const LONGEST = 200;
// oxlint-disable-next-line no-control-regex
const UNFIT = /[<>:"/\\|?*\u0000-\u001F\u007F]/u;

/** The name. Throws `INVALID_CONFIG` for one that Qdrant does not take or that would not come through in an address. */
export function checkCollectionName(name: unknown): string {
  if (
    typeof name === 'string' &&
    name !== '' &&
    name.trim() === name &&
    name !== '.' &&
    name !== '..' &&
    name.isWellFormed() &&
    !UNFIT.test(name) &&
    Buffer.byteLength(name) <= LONGEST
  ) {
    return name;
  }
  throw new IbidError(
    'INVALID_CONFIG',
    `\`collection\` of Qdrant is ${JSON.stringify(String(name).slice(0, LONGEST))}; give a name of 1 to ${LONGEST} bytes without any of < > : " / \\ | ? *, control characters and blanks around it, such as \`physical_ai_book\`.`,
  );
}
