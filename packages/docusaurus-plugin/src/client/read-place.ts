import type { PageContext } from '@ibid/widget/config';

/** Title of the page, and the last heading that has come into the upper third of the window. Small: every page loads it. */
export function readPlace(content: string): Pick<PageContext, 'title' | 'section'> {
  const read = [...document.querySelectorAll(`:is(${content}) :is(h2,h3,h4,h5,h6)[id]`)].filter(
    (heading) => heading.checkVisibility() && heading.getBoundingClientRect().top < innerHeight / 3,
  );
  const heading = scrollY > 0 || location.hash !== '' ? read.at(-1) : undefined;
  return {
    title: textOf(document.querySelector('main h1')) || document.title,
    section: heading && { id: heading.id, title: textOf(heading) },
  };
}

/** Without the link to itself, whose only character is one of no width. */
function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replaceAll('\u200B', '').trim();
}
