import { writePayload, type Payload } from '../payload/payload.ts';
import { exerciseAnswer } from './exercise-answer.ts';
import { addressesOf, findingsOf, hitId, markdownFaults, type Trial } from './findings.ts';
import { hostileReply, hostileScript } from './hostile-reply.ts';
import type { HostileSite } from './hostile-site.ts';
import { clearConversation, inBatches, type Victim } from './open-victim.ts';

/** In one reply. */
const EACH = 25;

/** Answers question after question with all of `texts` in every place of a reply, and does with each answer what readers do. */
export async function attackByReplies(
  victim: Victim,
  site: Pick<HostileSite, 'page' | 'answerWith'>,
  texts: readonly Payload[],
): Promise<Trial> {
  const { page, panel, harm } = victim;
  const strange: string[] = [];
  const copied: string[] = [];
  const led: string[] = [];
  const allowed: string[] = [];
  let shown = 0;

  led.push(
    ...(await inBatches(victim, texts, EACH, async (some, from) => {
      const reply = hostileReply(some, from, site.page);
      // Older answers are still there.
      allowed.push(...addressesOf(reply, site.page));
      site.answerWith(hostileScript(reply, some, from));
      const before = page.url();
      await victim.ask(writePayload(some[0]!, hitId('question', from)).trim() || 'What is this?');
      if (page.url() !== before) led.push(page.url());
      strange.push(...(await victim.inspect(allowed)));
      const whole = await panel.locator('.ibid-statements').last().textContent();
      const { cards, clicked } = await page.evaluate(exerciseAnswer);
      // Each payload has footnotes, and each footnote a card and a way to go.
      const isLookedAt = cards.length > 5 * some.length && clicked > 5 * some.length;
      const isShown = (text: Payload, at: number): boolean =>
        isLookedAt && whole?.includes(writePayload(text, hitId('verbatim', from + at))) === true;
      shown += some.filter(isShown).length;
      copied.push(...markdownFaults(await victim.copied('Copy answer'), new URL(site.page).origin, allowed));
      strange.push(...(await victim.inspect(allowed)));
      if (new URL(page.url()).pathname !== new URL(site.page).pathname) led.push(page.url());
      // A long conversation would only make each step slower.
      if ((from / EACH) % 4 === 3) await clearConversation(victim);
    })),
  );
  return { ...findingsOf(harm, { strange, copied, led }), shown };
}
