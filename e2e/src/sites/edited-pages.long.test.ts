/** Pages that were edited after they had been indexed. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { panelDriver } from '../testing/panel-driver.ts';
import { openSite, type OpenSite } from './testing/built-site.ts';
import {
  footnoteBeside,
  keepMark,
  QUOTED_PLACES,
  unspaced,
  whereReaderIs,
  type QuotedPlace,
} from './testing/quoted-places.ts';

/** For so long words are waited for that a page brings in later, and some more. */
const PATIENCE_MS = 1500;

interface Edit {
  readonly place: string;
  readonly from: string;
  readonly to: string;
  readonly lit: string;
}

const SMALL_EDITS: readonly Edit[] = [
  {
    place: 'a paragraph over inline elements',
    from: 'milliseconds when its',
    to: 'ms as soon as its',
    lit: 'Two fingers hold what the rover picks up. The alder gripper closes within 40 ms as soon as its pressure valve opens. It opens again by a spring.',
  },
  {
    place: 'a tab that is not shown',
    from: 'magnesium carries at most',
    to: 'magnesium safely carries at most',
    lit: 'The birch wheel of magnesium safely carries at most 90 kilograms.',
  },
  {
    place: 'closed details',
    from: 'After a deep discharge the cedar',
    to: 'After discharge the cedar',
    lit: 'Keep the battery dry. After discharge the cedar battery must rest for six hours.',
  },
  {
    place: 'an admonition',
    from: 'because the mast is only glued',
    to: 'as the mast is only glued on',
    lit: 'Never lift the fir chassis by its mast, as the mast is only glued on.',
  },
  {
    place: 'a heading that stands twice on the page',
    from: '1.2 metres at most',
    to: '1.3 metres at the very most',
    lit: 'The juniper arm reaches 1.3 metres at the very most.',
  },
  {
    place: 'a row of a table',
    from: 'drives the wheels',
    to: 'drives both wheels',
    lit: 'Motor Torque Use Elm motor 12 Nm drives both wheels Maple motor 3 Nm turns the mast Spruce motor 45 Nm lifts the arm',
  },
];

/** What is taken away has something much like it nearby. */
const REMOVALS: readonly Pick<Edit, 'place' | 'from'>[] = [
  { place: 'a tab that is not shown', from: 'The birch wheel of magnesium carries at most 90 kilograms.' },
  { place: 'closed details', from: 'After a deep discharge the cedar battery must rest for six hours.' },
  { place: 'a heading that stands twice on the page', from: 'The juniper arm reaches 1.2 metres at most.' },
  { place: 'an admonition', from: 'Never lift the fir chassis by its mast, because the mast is only glued.' },
];

let site: OpenSite;
beforeAll(async () => {
  site = await openSite({ name: 'plain', blog: true });
}, 300_000);
afterAll(() => site[Symbol.asyncDispose]());

function placeNamed(name: string): QuotedPlace {
  return QUOTED_PLACES.find((place) => place.name === name)!;
}

/** Changes the page as the reader's browser shows it; the index knows the one before. */
async function edit(page: Page, from: string, to: string): Promise<void> {
  const edited = await page.evaluate(
    ([old, fresh]) => {
      const nodes = document.createTreeWalker(document.querySelector('article')!, NodeFilter.SHOW_TEXT);
      let count = 0;
      for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
        if (!node.nodeValue!.includes(old!)) continue;
        node.nodeValue = node.nodeValue!.replace(old!, fresh!);
        count += 1;
      }
      return count;
    },
    [from, to],
  );
  expect(edited).toBe(1);
}

async function follow(page: Page, { question, words }: QuotedPlace): Promise<void> {
  const answer = await panelDriver(page).ask(question);
  await footnoteBeside(answer, words).click();
}

describe('a page that was edited since', () => {
  test.for(SMALL_EDITS)('has its passage lit up all the same: $place', async ({ place, from, to, lit }) => {
    const { route, anchor } = placeNamed(place);
    await using visited = await site.visit(route);
    const { page } = visited;
    await panelDriver(page).open();
    await edit(page, from, to);
    await follow(page, placeNamed(place));
    await expect
      .poll(() => whereReaderIs(page), { timeout: 5000 })
      .toMatchObject({ anchor, lit: unspaced(lit), isSeen: true });
  });

  test.for(REMOVALS)(
    'shows the section, and lights up nothing else, when its words are gone: $place',
    async (removal) => {
      const place = placeNamed(removal.place);
      await using visited = await site.visit(place.route);
      const { page } = visited;
      await panelDriver(page).open();
      await edit(page, removal.from, '');
      await follow(page, place);
      await expect.poll(() => whereReaderIs(page)).toMatchObject({ anchor: place.anchor });
      const lit = new Set<string>();
      const until = performance.now() + PATIENCE_MS;
      while (performance.now() < until) lit.add((await whereReaderIs(page)).lit);
      expect([...lit]).toEqual(['']);
    },
  );
});

test('control: words that are lit up out of sight, wrong words and a reload are told apart', async () => {
  await using visited = await site.visit('docs/parts');
  const { page } = visited;
  await keepMark(page);
  await page.evaluate(() => {
    const hidden = [...document.querySelectorAll('article p')].find((element) =>
      element.textContent.includes('magnesium'),
    )!;
    const range = new Range();
    range.selectNodeContents(hidden);
    CSS.highlights.set('ibid-cite', new Highlight(range));
  });
  const lit = unspaced('The birch wheel of magnesium carries at most 90 kilograms.');
  expect(await whereReaderIs(page)).toMatchObject({ lit, isSeen: false, isKept: true });
  await page.reload();
  expect(await whereReaderIs(page)).toMatchObject({ lit: '', isSeen: false, isKept: false });
});
