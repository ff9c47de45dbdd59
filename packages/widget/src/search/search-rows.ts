import type { FoundPage, FoundPages, FoundSection, LitText } from '../client/search-docs.ts';
import type { Destination, HostPage } from '../config/index.ts';
import type { Messages } from '../messages/en.ts';
import { textDirection } from '../messages/words.ts';

type Child = Node | string;

/** Destination of each result row. */
export const destinations: WeakMap<Element, Destination> = new WeakMap();

/** Creates an element with attributes (`undefined` leaves one out) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The results as groups of options, one for each page. */
export function resultGroups({ pages }: FoundPages, host: HostPage, messages: Messages): readonly HTMLElement[] {
  return pages.map((page) => {
    const rows = page.sections.map((section) => resultRow(page, section, host, messages));
    // If the page itself is a result, it is shown above its sections, so the group needs no heading.
    const isTop = page.sections[0]?.headings.length === 0;
    const title = element('div', { class: 'ibid-search-page', 'aria-hidden': 'true' }, ...litParts(page.title));
    title.dir = textDirection(page.title.text);
    return element('div', { role: 'group', 'aria-label': page.title.text }, ...(isTop ? [] : [title]), ...rows);
  });
}

function resultRow(page: FoundPage, section: FoundSection, host: HostPage, messages: Messages): HTMLElement {
  const { anchor, headings, kind, snippet } = section;
  const isOfText = kind === 'text' || kind === 'code';
  const to = { url: page.url, anchor, quote: isOfText ? snippet.text : '' };
  const path = headings.length === 0 ? [page.title] : headings;
  const name = element('span', { class: 'ibid-search-name', dir: textDirection(path.at(-1)!.text) });
  for (const [at, heading] of path.entries()) {
    if (at > 0) name.append(element('span', { class: 'ibid-search-part' }, ' › '));
    name.append(...litParts(heading));
  }
  const text = element('span', { class: 'ibid-search-snippet', dir: textDirection(snippet.text) });
  text.append(...litParts(snippet));
  const row = element(
    'a',
    { role: 'option', class: 'ibid-search-row', 'data-kind': kind, tabindex: '-1', href: host.hrefOf(to) || undefined },
    kindIcon(kind, messages),
    element('span', { class: 'ibid-search-text' }, name, ...(snippet.text === '' ? [] : [text])),
  );
  destinations.set(row, to);
  return row;
}

/** The last row. The launcher's own listener asks the question of a pressed element with `data-ibid-open`. */
export function askRow(question: string, messages: Messages): HTMLElement {
  const attributes = { role: 'option', class: 'ibid-search-row', 'data-kind': 'ask' };
  const [before = '', after = ''] = messages.searchAsk.split('{question}');
  // The question may be in another script than the text around it.
  const name = element('span', { class: 'ibid-search-name' }, before, element('bdi', {}, question), after);
  return element(
    'div',
    { ...attributes, 'data-ibid-open': question, 'data-ibid-ask': '' },
    kindIcon('ask', messages),
    element('span', { class: 'ibid-search-text' }, name),
  );
}

function litParts({ text, lit }: LitText): readonly Child[] {
  const parts: Child[] = [];
  let from = 0;
  for (const { start, end } of lit) {
    parts.push(text.slice(from, start), element('mark', {}, text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)];
}

const SHAPES: Readonly<Record<FoundSection['kind'] | 'ask' | 'find', string>> = {
  page: 'M6 3h8l4 4v14H6zM14 3v4h4',
  heading: 'M5 9h14M5 15h14M10 4 8 20M16 4l-2 16',
  text: 'M5 6h14M5 10h14M5 14h14M5 18h8',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  ask: 'M4 4h16v12h-9l-5 4v-4H4zM8 8h8m-8 4h5',
  find: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12m4.5 10.5L20 20',
};

/**
 * Icon of a result. Drawn as elements, because a strict policy allows no images, not even as data addresses. Only `code` has a
 * label: the text of the row does not show that kind.
 */
export function kindIcon(kind: keyof typeof SHAPES, messages: Messages): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  if (kind === 'code') {
    svg.role = 'img';
    svg.ariaLabel = messages.code;
  } else svg.ariaHidden = 'true';
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', SHAPES[kind]);
  svg.append(path);
  return svg;
}
