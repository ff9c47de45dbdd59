import type { Page } from 'playwright-core';

export interface WhereReaderIs {
  /** Without escapes. */
  readonly path: string;
  /** Without escapes and `#`. */
  readonly anchor: string;
  /** What is lit up, without white space. */
  readonly lit: string;
  /** Whether all that is lit up is drawn and its first line is in sight. */
  readonly isSeen: boolean;
  /** Whether the page was not loaded anew since `keepMark`. */
  readonly isKept: boolean;
}

/** Leaves a mark that does not outlive the document. */
export async function keepMark(page: Page): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { ibidHere: true }));
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

/** As `WhereReaderIs.lit` has it. */
export function unspaced(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
