/** Pages that were edited after they had been indexed. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type OpenSite } from './testing/built-site.ts';
import {
  expectToLand,
  footnoteBeside,
  openAndMark,
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
  { place: 'a heading that stands twice on the page', from: 'The juniper arm reaches 1.2 metres at most.' },
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

describe('a page that was edited since', () => {
  test.for(SMALL_EDITS)('has its passage lit up all the same: $place', async ({ place, from, to, lit }) => {
    const { route, anchor } = placeNamed(place);
    await using visited = await site.visit(route);
    const { page } = visited;
    await openAndMark(page);
    await edit(page, from, to);
    const { question, words } = placeNamed(place);
    await expectToLand(page, question, { words, anchor, lit });
    expect(visited.errors).toEqual([]);
  });

  test.for(REMOVALS)(
    'shows the section, and lights up nothing else, when its words are gone: $place',
    async (removal) => {
      const place = placeNamed(removal.place);
      await using visited = await site.visit(place.route);
      const { page } = visited;
      const panel = await openAndMark(page);
      await edit(page, removal.from, '');
      await footnoteBeside(await panel.ask(place.question), place.words).click();
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
  await openAndMark(page);
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
