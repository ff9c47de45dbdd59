import { writePayload, type Payload } from '../payload/payload.ts';
import { exerciseAnswer } from './exercise-answer.ts';
import { addressesOf, findingsOf, hitId, markdownFaults, type Trial } from './findings.ts';
import { hostileExchange, hostileReply } from './hostile-reply.ts';
import { STORAGE_KEY, type HostileSite } from './hostile-site.ts';
import type { Victim } from './open-victim.ts';

/** So many the panel keeps. */
const EACH = 20;

/** Comes back to a page again and again with a history that somebody else has written, of this tab and of another one in turn. */
export async function attackByHistory(victim: Victim, site: HostileSite, texts: readonly Payload[]): Promise<Trial> {
  const { page, panel, harm } = victim;
  const strange: string[] = [];
  const copied: string[] = [];
  const led: string[] = [];
  let shown = 0;
  for (let from = 0; from < texts.length; from += EACH) {
    const some = texts.slice(from, from + EACH);
    const exchanges = some.map((text, at) => hostileExchange(text, from + at, site.page));
    const loose = writePayload(some[0]!, hitId('attribute', from));
    // Of the same origin, and without the widget.
    await page.goto(`${site.url}/widget/manifest.json`);
    await page.evaluate(keepInstead, {
      key: STORAGE_KEY,
      kept: JSON.stringify({ version: 1, exchanges }),
      isOfTab: (from / EACH) % 2 === 0,
      loose,
    });
    await page.goto(`${site.page}#${loose}`);
    const address = page.url();
    await panel.locator('.ibid-exchange').last().waitFor();
    const log = (await panel.locator('.ibid-log').textContent()) ?? '';
    shown += some.filter((_, at) => log.includes(String(hitId('question', from + at)))).length;
    const allowed = some.flatMap((text, at) => addressesOf(hostileReply([text], from + at, site.page), site.page));
    strange.push(...(await victim.inspect(allowed)));
    if (page.url() !== address) led.push(page.url());
    await page.evaluate(exerciseAnswer);
    copied.push(...markdownFaults(await victim.copied('Copy answer'), new URL(site.page).origin, allowed));
    strange.push(...(await victim.inspect(allowed)));
    if (new URL(page.url()).pathname !== new URL(site.page).pathname) led.push(page.url());
  }
  await victim.settle();
  return { ...findingsOf(harm, { strange, copied, led }), shown };
}

/** Runs in the browser. `loose` is written wherever the widget keeps something else. */
function keepInstead(given: {
  readonly key: string;
  readonly kept: string;
  readonly isOfTab: boolean;
  readonly loose: string;
}): void {
  const { key, kept, isOfTab, loose } = given;
  sessionStorage.clear();
  localStorage.clear();
  (isOfTab ? sessionStorage : localStorage).setItem(key, kept);
  if (!isOfTab) sessionStorage.setItem(key, loose);
  sessionStorage.setItem(`${key}:open`, loose);
  const reveal = { path: '/docs/valves', anchor: loose, quote: loose, at: Date.now() };
  sessionStorage.setItem('ibid:reveal', isOfTab ? JSON.stringify(reveal) : loose);
  for (const name of ['__proto__', 'length', 'getItem', loose]) localStorage.setItem(name, loose);
}
