import { replyScript, sampleReplies } from '../../../../packages/widget/src/testing/index.ts';
import { writePayload, type Payload } from '../payload/payload.ts';
import { findingsOf, hitId, type Trial } from './findings.ts';
import type { HostileSite } from './hostile-site.ts';
import { clearConversation, inBatches, type Victim } from './open-victim.ts';

const EACH = 20;

/** Leads to addresses of the page whose `?ask=` and hash are payloads: the first of each batch by a load, the others without one. */
export async function attackByAddresses(victim: Victim, site: HostileSite, texts: readonly Payload[]): Promise<Trial> {
  const { page, panel, harm } = victim;
  const strange: string[] = [];
  const led: string[] = [];
  let shown = 0;
  site.answerWith(replyScript(sampleReplies(site.url).insufficient));
  for (let from = 0; from < texts.length; from += EACH) {
    const [first, ...rest] = texts
      .slice(from, from + EACH)
      .map((text, at) => writePayload(text, hitId('question', from + at)).slice(0, 2000));
    const address = `${site.page}?${new URLSearchParams({ x: first!, ask: first! }).toString()}#${first}`;
    // Only a link of the site itself asks at once.
    await page.goto(address, { referer: site.page });
    await panel.locator('.ibid-log[aria-busy=false] .ibid-exchange').last().waitFor();
    led.push(
      ...(await inBatches(victim, texts.slice(from, from + 1), 1, async () => {
        shown += 1 + (await page.evaluate(goTo, rest));
        strange.push(...(await victim.inspect()));
        if (!page.url().startsWith(site.page) || page.url().includes('ask=')) led.push(page.url());
        await clearConversation(victim);
      })),
    );
  }
  return { ...findingsOf(harm, { strange, copied: [], led }), shown };
}

/** Runs in the browser; gives how many of the questions were shown as they are. */
async function goTo(questions: readonly string[]): Promise<number> {
  const root = document.querySelector('ibid-ask')!.shadowRoot!;
  const asked = (): readonly (string | null)[] =>
    [...root.querySelectorAll('.ibid-question')].map((one) => one.textContent);
  let shown = 0;
  for (const question of questions) {
    const count = asked().length;
    history.pushState(null, '', `?ask=${encodeURIComponent(question.toWellFormed())}#${question}`);
    await window.until('an answer', () => {
      return asked().length > count && root.querySelector('.ibid-log')!.ariaBusy === 'false';
    });
    if (asked().at(-1) === question.toWellFormed().trim()) shown += 1;
  }
  return shown;
}
