import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { panelDriver, type PanelDriver } from '../../testing/panel-driver.ts';

/** A place of the generated site that answers a question. */
export interface QuotedPlace {
  /** Special feature of the place. */
  readonly name: string;
  readonly question: string;
  /** Quoted words of the page; white space is ignored. */
  readonly words: string;
  /** Highlighted text of the footnote: the whole paragraph, list, table or code with the words, and the lines that lead to code. @default `words` */
  readonly lit?: string;
  /** Route below the base path, without a trailing slash. */
  readonly route: string;
  readonly anchor: string;
}

const PARTS = 'docs/parts';

export const QUOTED_PLACES: readonly QuotedPlace[] = [
  {
    name: 'a paragraph over inline elements',
    question: 'When does the alder gripper close?',
    words: 'The alder gripper closes within 40 milliseconds when its pressure valve opens.',
    lit: 'Two fingers hold what the rover picks up. The alder gripper closes within 40 milliseconds when its pressure valve opens. It opens again by a spring.',
    route: PARTS,
    anchor: 'gripper',
  },
  {
    name: 'a tab that is not shown',
    question: 'How much does the birch wheel of magnesium carry?',
    words: 'The birch wheel of magnesium carries at most 90 kilograms.',
    route: PARTS,
    anchor: 'wheels',
  },
  {
    name: 'closed details',
    question: 'How long must the cedar battery rest after a deep discharge?',
    words: 'After a deep discharge the cedar battery must rest for six hours.',
    lit: 'Keep the battery dry. After a deep discharge the cedar battery must rest for six hours.',
    route: PARTS,
    anchor: 'battery',
  },
  {
    name: 'a nested list',
    question: 'When is the hazel brake sound?',
    words: 'The hazel brake is sound when it clicks twice.',
    lit: 'Walk around the rover. Look at the tyres. The hazel brake is sound when it clicks twice. Switch the lamp on.',
    route: PARTS,
    anchor: 'before-a-drive',
  },
  {
    name: 'a heading that stands twice on the page',
    question: 'How far does the juniper arm reach?',
    words: 'The juniper arm reaches 1.2 metres at most.',
    route: PARTS,
    anchor: 'limits-1',
  },
  {
    name: 'a row of a table',
    question: 'What is the torque of the elm motor?',
    words: 'Elm motor 12 Nm drives the wheels',
    lit: 'Motor Torque Use Elm motor 12 Nm drives the wheels Maple motor 3 Nm turns the mast Spruce motor 45 Nm lifts the arm',
    route: 'docs/motors',
    anchor: 'torques',
  },
  {
    name: 'code with line numbers and a marked line',
    question: 'How do I calibrate the dogwood camera in Python?',
    words: 'camera = open_camera("dogwood") for pose in range(12): camera.show_board(pose) camera.save("dogwood.yaml")',
    lit: 'Calibrate the dogwood camera in Python with this program, while the board is in view: calibrate.py camera = open_camera("dogwood") for pose in range(12): camera.show_board(pose) camera.save("dogwood.yaml")',
    route: 'docs/camera',
    anchor: 'calibration',
  },
  {
    name: 'a page and a heading with letters beyond ASCII',
    question: 'How high is the larch mast?',
    words: 'The larch mast is 180 centimetres high.',
    route: 'docs/größen/überblick',
    anchor: 'höhe-des-mastes',
  },
];

/** Footnote mark of the answer's block that contains the words. White space is ignored, because table cells have none between them. */
export function footnoteBeside(answer: Locator, words: string): Locator {
  const spelled = words.split(/\s+/u).map((word) => RegExp.escape(word));
  const block = answer.locator('.ibid-excerpt > *').filter({ hasText: new RegExp(spelled.join(String.raw`\s*`), 'u') });
  return block.getByRole('link', { name: /^Source \d+/u });
}

interface WhereReaderIs {
  /** Path without escapes. */
  readonly path: string;
  /** Anchor without escapes and `#`. */
  readonly anchor: string;
  /** Highlighted text, without white space. */
  readonly lit: string;
  /** True if all highlighted text is drawn and its first line is in view. */
  readonly isSeen: boolean;
  /** True if the page was not reloaded since `openAndMark`. */
  readonly isKept: boolean;
}

/** Asks a question, follows the first footnote, or the one next to `words`, and waits until the reader is at the expected place. */
export async function expectToLand(
  page: Page,
  question: string,
  there: Partial<WhereReaderIs> & { readonly words?: string; readonly names?: { readonly send: string } },
): Promise<void> {
  const { words, names, ...place } = there;
  const answer = await panelDriver(page, names).ask(question);
  const first = answer.getByRole('link', { name: /^Source 1/u }).first();
  await (words === undefined ? first : footnoteBeside(answer, words)).click();
  const lit = place.lit === undefined ? {} : { lit: unspaced(place.lit) };
  await expect
    .poll(() => whereReaderIs(page), { timeout: 15_000 })
    .toMatchObject({ isSeen: true, isKept: true, ...place, ...lit });
}

/** Opens the panel and sets a marker that a reload would remove. */
export async function openAndMark(page: Page, names?: { readonly send: string }): Promise<PanelDriver> {
  const panel = panelDriver(page, names);
  await panel.open();
  await page.evaluate(() => void Object.assign(window, { ibidHere: true }));
  return panel;
}

export async function whereReaderIs(page: Page): Promise<WhereReaderIs> {
  return page.evaluate(() => {
    const ranges = [...(CSS.highlights.get('ibid-cite') ?? [])] as Range[];
    const boxes = ranges
      .filter((range) => range.toString().trim() !== '')
      .map((range) => range.getBoundingClientRect());
    const first = boxes[0];
    return {
      path: decodeURI(location.pathname),
      anchor: decodeURIComponent(location.hash.replace(/^#/u, '')),
      lit: ranges.map(String).join('').replaceAll(/\s+/gu, ''),
      isSeen:
        first !== undefined &&
        boxes.every(({ width, height }) => width > 0 && height > 0) &&
        first.top >= 0 &&
        first.top < innerHeight,
      isKept: 'ibidHere' in window,
    };
  });
}

/** Removes white space, as in `WhereReaderIs.lit`. */
export function unspaced(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
