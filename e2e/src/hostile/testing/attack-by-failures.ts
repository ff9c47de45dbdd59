import { replyScript, sampleReplies, type ServiceScript } from '../../../../packages/widget/src/testing/index.ts';
import { writePayload, type Payload } from '../payload/payload.ts';
import { findingsOf, hitId, type Trial } from './findings.ts';
import type { HostileSite } from './hostile-site.ts';
import { clearConversation, inBatches, type Victim } from './open-victim.ts';

const EACH = 20;
/** Characters that a failure may say. */
const MOST_SAID = 500;
/** A field of a head takes no others. */
const NOT_IN_HEADERS = /[^\t\u0020-\u007e\u00a1-\u00ff]/gu;

/** Refuses question after question with payloads as message, number, time to wait and verdict, as a whole and within a stream; then takes a rating. */
export async function attackByFailures(victim: Victim, site: HostileSite, texts: readonly Payload[]): Promise<Trial> {
  const { panel, harm } = victim;
  const strange: string[] = [];
  let shown = 0;
  await victim.open();
  const led = await inBatches(victim, texts, EACH, async (some, from) => {
    const all = some.map((text, at) => writePayload(text, hitId('failure', from + at)));
    const text = all.join(' ');
    for (const script of scriptsOf(all, site.url)) {
      site.answerWith(script);
      await victim.ask(text.slice(0, 2000));
    }
    const told = (await panel.locator('.ibid-log').textContent()) ?? '';
    shown += some.filter((_, at) => told.includes(String(hitId('failure', from + at)))).length;
    strange.push(...(await victim.inspect()));
    // The last one is an answer, and can be rated.
    await panel.getByRole('button', { name: 'Not helpful' }).last().click();
    const form = panel.locator('form.ibid-feedback');
    await form.locator('textarea').fill(text.slice(0, 500));
    await form.locator('[type=submit]').click();
    await panel.locator('.ibid-feedback-state[data-state=sent]').waitFor();
    strange.push(...(await victim.inspect()));
    await clearConversation(victim);
  });
  return { ...findingsOf(harm, { strange, copied: [], led }), shown };
}

function scriptsOf(all: readonly string[], site: string): readonly ServiceScript[] {
  const { insufficient, refused, answered } = sampleReplies(site);
  const text = all.join(' ');
  const line = text.replaceAll(NOT_IN_HEADERS, '').trim().slice(0, 4000);
  const headers = { 'Retry-After': line, 'X-Request-Id': line };
  const body = (message: string): object => ({
    code: 'INVALID_REQUEST',
    message,
    request_id: text,
    details: { retry_after_seconds: text },
  });
  return [
    ...groups(all).map((group): ServiceScript => [{ do: 'status', status: 422, headers, body: body(group) }]),
    [{ do: 'status', status: 500, headers, body: body(text) }],
    [{ do: 'status', status: 429, headers, body: text }],
    [{ do: 'status', status: 200, headers: { 'Content-Type': 'text/html' }, body: `<html>${text}` }],
    [
      ...replyScript(answered, { stopAfter: 2 }),
      { do: 'event', name: 'run-error', data: { ...body(text), code: text } },
    ],
    [...replyScript(answered, { stopAfter: 1 }), { do: 'event', name: 'run-error', data: body(text) }],
    replyScript({ ...refused, message: text, warnings: [{ code: text, text }] }),
    replyScript({ ...insufficient, message: text, request_id: text }),
  ];
}

/** As many together as are shown whole. */
function groups(all: readonly string[]): readonly string[] {
  const found = [''];
  for (const text of all) {
    const joined = `${found.at(-1)} ${text}`.trim();
    if (joined.length > MOST_SAID) found.push(text);
    else found[found.length - 1] = joined;
  }
  return found;
}
