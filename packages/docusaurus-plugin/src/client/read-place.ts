import type { PageContext } from '@ibid/widget/config';

const HEADINGS = ':is(h2,h3,h4,h5,h6)[id]';
/** Below the navigation bar; a heading that has come so far up is the one whose section is read. */
const READING_LINE = 160;

/** Title of the page, and the heading above what is being read. */
export function readPlace(content: string): Pick<PageContext, 'title' | 'section'> {
  const place = document.querySelector(content) ?? document.body;
  const heading = [...place.querySelectorAll<HTMLElement>(HEADINGS)].findLast(
    (element) => element.getClientRects().length > 0 && element.getBoundingClientRect().top < READING_LINE,
  );
  return {
    title: textOf(document.querySelector('main h1')) || document.title,
    section: heading && { id: heading.id, title: textOf(heading) },
  };
}

/** Without the link to itself, whose only character is one of no width. */
function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replaceAll('\u200B', '').trim();
}
