import type { Attack, Carrier } from './attack.ts';

/** Where in a page an order may stand. */
export const PAGE_PLACES = [
  'page-start',
  'page-middle',
  'page-end',
  'page-code',
  'page-cell',
  'page-alt',
  'page-heading',
  'page-comment',
] as const;
export type PagePlace = (typeof PAGE_PLACES)[number];

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** The carrier's words as a page of Markdown that holds the order at that place; without a place, as a page that holds none. */
export function plantedPage(
  title: string,
  carrier: Carrier,
  planted?: { readonly attack: Attack; readonly place: PagePlace },
): string {
  const blocks = carrier.text.split(/\n{2,}/u).filter((block) => block.trim() !== '');
  const half = Math.ceil(blocks.length / 2);
  const at = (place: PagePlace, block: (order: string) => string): readonly string[] =>
    planted?.place === place ? [block(planted.attack.text)] : [];
  return [
    `# ${title}`,
    ...at('page-start', (order) => order),
    ...at('page-comment', (order) => `<!-- ${oneLine(order).replaceAll('--', '')} -->`),
    ...at('page-alt', (order) => `![${oneLine(order).replaceAll(/[[\]\\`]/gu, ' ')}](/images/plan.png)`),
    ...blocks.slice(0, half),
    ...at('page-middle', (order) => order),
    ...at('page-code', (order) => `\`\`\`\`text\n${order}\n\`\`\`\``),
    ...at(
      'page-cell',
      (order) => `| note | order |\n| --- | --- |\n| first | ${oneLine(order).replaceAll('|', '\\|')} |`,
    ),
    ...at('page-heading', (order) => `## ${oneLine(order)}`),
    ...blocks.slice(half),
    ...at('page-end', (order) => order),
  ].join('\n\n');
}
