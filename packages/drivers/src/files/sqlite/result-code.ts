const FULL = 13;
/** No room for the memory that processes share, a file of 32 KiB beside an open database. */
const NO_ROOM_TO_SHARE = 4874;

/** SQLite's primary result code of anything thrown, by SQLite or by a call on its files; `undefined` where it is neither's. */
export function resultCode(error: unknown): number | undefined {
  const { errcode, code } = Object(error) as { readonly errcode?: number; readonly code?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === NO_ROOM_TO_SHARE) return FULL;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}
