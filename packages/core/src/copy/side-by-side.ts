import type { WholePage } from '../types/store.ts';

/** Pages of both sides by URL; `undefined` where one side lacks a page. */
export async function* sideBySide(
  source: AsyncIterable<WholePage>,
  target: AsyncIterable<WholePage>,
): AsyncGenerator<readonly [WholePage | undefined, WholePage | undefined], void, undefined> {
  const [left, right] = [source[Symbol.asyncIterator](), target[Symbol.asyncIterator]()];
  try {
    let [ours, theirs] = await Promise.all([next(left), next(right)]);
    while (ours !== undefined || theirs !== undefined) {
      const order = byUrl(ours, theirs);
      yield [order <= 0 ? ours : undefined, order >= 0 ? theirs : undefined];
      [ours, theirs] = await Promise.all([order <= 0 ? next(left) : ours, order >= 0 ? next(right) : theirs]);
    }
  } finally {
    await Promise.allSettled([left.return?.(), right.return?.()]);
  }
}

/** Which of two pages comes first; the end of a side comes after every page. */
function byUrl(a: WholePage | undefined, b: WholePage | undefined): number {
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a.page.url === b.page.url ? 0 : a.page.url < b.page.url ? -1 : 1;
}

async function next(side: AsyncIterator<WholePage>): Promise<WholePage | undefined> {
  const step = await side.next();
  return step.done === true ? undefined : step.value;
}
