import { replyScript, sampleReplies } from '../../../../packages/widget/src/testing/index.ts';
import { writePayload, type Payload } from '../payload/payload.ts';
import { findingsOf, hitId, type Trial } from './findings.ts';
import type { HostileSite } from './hostile-site.ts';
import { inBatches, type Victim } from './open-victim.ts';

const EACH = 10;

/** Writes payloads into the attributes of the element that say how it is to be, but for where its API is and what counts as the page. */
export async function attackByAttributes(victim: Victim, site: HostileSite, texts: readonly Payload[]): Promise<Trial> {
  const { page, harm } = victim;
  const strange: string[] = [];
  let shown = 0;
  site.answerWith(replyScript(sampleReplies(site.url).insufficient));
  const led = await inBatches(victim, texts, EACH, async (some, from) => {
    for (const [at, text] of some.entries()) {
      const id = hitId('attribute', from + at);
      const told = await page.evaluate(setAttributes, writePayload(text, id));
      if (told.includes(String(id))) shown += 1;
      strange.push(...(await victim.inspect()));
    }
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  });
  return { ...findingsOf(harm, { strange, copied: [], led }), shown };
}

/** Runs in the browser; gives what the panel then says. */
async function setAttributes(text: string): Promise<string> {
  const element = document.querySelector<HTMLElement>('ibid-ask')!;
  const root = element.shadowRoot!;
  document.documentElement.lang = text;
  for (const name of [
    'title',
    'suggestions',
    'locale',
    'theme',
    'position',
    'shortcut',
    'siteKey',
    'storageKey',
    'scheme',
  ])
    element.dataset[name] = text;
  await new Promise(requestAnimationFrame);
  const isOpen = (): boolean => root.querySelector<HTMLDialogElement>('.ibid-panel')?.open === true;
  if (!isOpen()) root.querySelector<HTMLElement>('.ibid-launcher-button')!.click();
  await window.until('the panel', isOpen);
  const told = root.querySelector('.ibid-panel')!.textContent;
  root.querySelector<HTMLElement>('.ibid-suggestions button')?.click();
  await window.until('the end', () => root.querySelector('.ibid-log')?.ariaBusy === 'false');
  return told;
}
