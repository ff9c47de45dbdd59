/** Whether the payloads are any: what they do where text is taken for a page, as it is and as Markdown. */
import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { writePayload } from './payload/write-payload.ts';
import { payloads } from './payloads.ts';
import { openHostileSite } from './testing/hostile-site.ts';
import { openVictim } from './testing/open-victim.ts';

const EACH = 30;
const FIRST = 10_000;

test('at least 1,000 payloads run something or ask elsewhere on a careless page', async () => {
  await using browser = await launchChromium();
  await using site = await openHostileSite({ hasPolicy: false });
  const all = payloads();
  const markdown = new Marked({ gfm: true });
  const harmful = new Set<string>();
  for (let from = 0; from < all.length; from += EACH) {
    await using victim = await openVictim(browser, site.page);
    const texts = all.slice(from, from + EACH).map((payload, at) => writePayload(payload, FIRST + from + at));
    const pages = texts.flatMap((text) => [text, markdown.parse(text) as string, `<a href="${text}">x</a>`]);
    await victim.page.evaluate(showAsPages, pages).catch(() => undefined);
    await victim.settle();
    const told = [...victim.harm.executed, ...victim.harm.foreign].join('\n');
    for (const [, id] of told.matchAll(/(?<!\d)(1\d{4})(?!\d)/gu)) harmful.add(id!);
  }
  expect(harmful.size).toBeGreaterThanOrEqual(1000);
}, 300_000);

/** Runs in the browser: each in a frame of its own, where every link is then clicked. */
async function showAsPages(pages: readonly string[]): Promise<void> {
  const frames = pages.map((text) => {
    const frame = document.createElement('iframe');
    frame.srcdoc = text;
    document.body.append(frame);
    return frame;
  });
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  for (const { contentDocument } of frames) {
    for (const link of contentDocument?.querySelectorAll('a, area, button, p, math *') ?? []) {
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }));
    }
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
}
