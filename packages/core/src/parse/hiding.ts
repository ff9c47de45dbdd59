const STRIKING_STYLE = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;
const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size)\s*:\s*0(?:\.0+)?(?:[a-z]{1,4}|%)?\s*(?:;|!|$))/i;
const ICON_CLASS = /(?:^|[\s_-])(?:icons?|fa[a-z]?|glyphicons?|symbols?|octicons?|mdi|bi|anchor)(?:$|[\s_-])|icon$/i;

/**
 * How an element's own attributes hide its text: struck out, invisible, or skipped by screen readers only.
 * `attribute` gives values as HTML has them; `undefined` for one that the element lacks.
 */
export function hidingOf(
  attribute: (name: string) => string | undefined,
): 'struck out' | 'unseen' | 'unread' | undefined {
  const style = attribute('style') ?? '';
  if (style !== '' && STRIKING_STYLE.test(style)) return 'struck out';
  // A panel is hidden until its tab is chosen: the reader can open it.
  if (attribute('role') !== 'tabpanel') {
    const hidden = attribute('hidden') ?? 'until-found';
    if (hidden !== 'until-found' || (style !== '' && HIDING_STYLE.test(style))) return 'unseen';
  }
  return attribute('aria-hidden')?.toLowerCase() === 'true' ? 'unread' : undefined;
}

/**
 * Returns true if the text of an element that is hidden from screen readers is a word or number of the sentence around it: everybody else
 * sees such words. Icons are not, nor are links of a heading to itself.
 */
export function isShownWord(text: string, className: string, href: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !ICON_CLASS.test(className) && !href.startsWith('#');
}
