const HEADINGS = 'h1,h2,h3,h4,h5,h6';

export interface Heading {
  /** `''` when nothing can link to it. */
  readonly id: string;
  readonly title: string;
}

/** Headings under `root` in order. */
export function headingsOf(root: Element): readonly Element[] {
  return [...root.querySelectorAll(HEADINGS)];
}

/** The last heading under `root` before, or around, `node`. */
export function nearestHeading(root: Element, node: Node): Heading | undefined {
  const before = headingsOf(root).filter(
    (heading) => heading.contains(node) || heading.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return readHeading(before.at(-1));
}

/** Its id, one inside of it, or that of the section it opens; its text without the mark that links to it. */
export function readHeading(heading: Element | undefined): Heading | undefined {
  if (heading === undefined) return undefined;
  const section = heading.closest('section[id]');
  const id =
    heading.id || heading.querySelector('[id]')?.id || (section?.querySelector(HEADINGS) === heading ? section.id : '');
  const title = [...heading.childNodes]
    .filter((node) => node.nodeName !== 'A' || !/^[\s\u200b#¶]*$/.test(node.textContent ?? ''))
    .map((node) => node.textContent)
    .join('')
    .replace(/[\s\u200b]+/g, ' ')
    .trim();
  return { id, title };
}
