import type { Payload } from '../payload/payload.ts';
import { writePayload } from '../payload/write-payload.ts';
import { addressesOf } from './addresses-of.ts';
import { exerciseAnswer } from './exercise-answer.ts';
import { findingsOf, type Findings } from './findings.ts';
import { hostileReply } from './hostile-reply.ts';
import { hostileScript } from './hostile-script.ts';
import type { HostileSite } from './hostile-site.ts';
import { markdownFaults } from './markdown-faults.ts';
import type { Victim } from './open-victim.ts';
import { unlessLedAway } from './unless-led-away.ts';
import { hitId } from './sinks.ts';

/** In one reply. */
const EACH = 25;

export interface RepliesAttack extends Findings {
  /** Payloads that stood in the panel word for word, as words of a page. */
  readonly shown: number;
  /** Cards that were opened. */
  readonly cards: number;
  /** Footnotes that were followed. */
  readonly clicked: number;
}

/** Answers question after question with all of `texts` in every place of a reply, and does with each answer what readers do. */
export async function attackByReplies(
  victim: Victim,
  site: HostileSite,
  texts: readonly Payload[],
): Promise<RepliesAttack> {
  const { page, panel, harm } = victim;
  const strange: string[] = [];
  const copied: string[] = [];
  const led: string[] = [];
  const allowed: string[] = [];
  let shown = 0;
  let cards = 0;
  let clicked = 0;

  const answer = async (from: number): Promise<void> => {
    const some = texts.slice(from, from + EACH);
    const reply = hostileReply(some, from, site.page);
    // Older answers are still there.
    allowed.push(...addressesOf(reply, site.page));
    site.answerWith(hostileScript(reply, some, from));
    const before = page.url();
    await victim.ask(writePayload(some[0]!, hitId('question', from)));
    if (page.url() !== before) led.push(page.url());
    strange.push(...(await victim.inspect(allowed)));
    const whole = await panel.locator('.ibid-statements').last().textContent();
    shown += some.filter((text, at) => whole?.includes(writePayload(text, hitId('verbatim', from + at)))).length;
    const exercised = await page.evaluate(exerciseAnswer);
    cards += exercised.cards.length;
    clicked += exercised.clicked;
    copied.push(...markdownFaults(await victim.copied('Copy answer'), [site.page, ...allowed]));
    strange.push(...(await victim.inspect(allowed)));
    if (new URL(page.url()).pathname !== new URL(site.page).pathname) led.push(page.url());
    // A long conversation would only make each step slower.
    if ((from / EACH) % 4 === 3) await clear(victim);
  };
  for (let from = 0; from < texts.length; from += EACH) {
    const away = await unlessLedAway(victim, () => answer(from));
    if (away !== undefined) led.push(away);
  }
  const away = await unlessLedAway(victim, () => victim.settle());
  if (away !== undefined) led.push(away);
  return { ...findingsOf(harm, { strange, copied, led }), shown, cards, clicked };
}

async function clear({ panel }: Victim): Promise<void> {
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await panel.getByRole('button', { name: 'Clear', exact: true }).click();
  await panel.locator('.ibid-empty').waitFor();
}
