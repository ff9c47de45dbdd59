/** Most characters kept of one message. */
const LONGEST = 1_000;

const SECRETS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?<=:\/\/)[^\s/@]+@/gu, ''],
  [/\b(bearer)\s+(?=\S*\d)[\w.~+/=-]{8,}/giu, '$1 …'],
  [/\b(?:sk|pk|rk|ghp|gho|xox[abp])[-_][\w-]{8,}/gu, '…'],
  [/((?:api[-_]?key|token|secret|password|authorization)["'`]?\s*[=:]\s*["'`]?)[^\s"'`&,;]+/giu, '$1…'],
];
/** Matches web addresses, which are kept, and absolute paths of two or more parts, of which only the last part is kept. */
const PLACES =
  /(https?:\/\/\S+)|(?<![\w./~-])(?:~|file:\/\/)?(?:\/[^\s/\\`"'<>:*?|]+)+\/([^\s/\\`"'<>:*?|]+)|(?<![\w/])(?:[A-Za-z]:|\\)\\(?:[^\s\\`"'<>:*?|]+\\)*([^\s\\`"'<>:*?|]+)/gu;

/**
 * Makes a message from any origin safe to store and to show to the index owner: at most a thousand characters, without folders, keys and
 * terminal control characters.
 */
export function ownerText(text: string): string {
  let safe = text.slice(0, 4 * LONGEST).replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  for (const [pattern, instead] of SECRETS) safe = safe.replace(pattern, instead);
  safe = safe.replace(PLACES, (whole, address?: string, file?: string, windowsFile?: string) =>
    address === undefined ? `…/${file ?? windowsFile}` : whole,
  );
  safe = safe.trim();
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1)}…` : safe;
}
