import type { Browser } from 'playwright-core';
import type { Reply } from '../../../../packages/client/src/wire.ts';
import { replyScript, sampleReplies, type ServiceScript } from '../../../../packages/widget/src/testing/index.ts';
import { writePayload, type Payload } from '../payloads.ts';
import { carelessBundle } from './careless-bundle.ts';
import { addressesOf, findingsOf, hitId, markdownFaults, type Trial } from './findings.ts';
import { hostileReply, hostileScript, openHostileSite, type HostileSite } from './hostile-site.ts';
import { clearConversation, exerciseAnswer, inBatches, openVictim, type Victim } from './victim.ts';

/** One batch of payloads, and the problems found so far. */
interface Turn {
  readonly victim: Victim;
  readonly site: HostileSite;
  readonly texts: readonly Payload[];
  /** Index of the first payload. */
  readonly from: number;
  readonly strange: string[];
  readonly copied: string[];
  /** Pages of other sites that links of the widget may lead to, including those of older answers. */
  readonly allowed: string[];
}

/** A way for foreign text to reach the panel. */
export interface Attack {
  readonly name: string;
  /** Payloads per turn; a conversation keeps at most 20 questions. */
  readonly each: number;
  /** Returns how many of its payloads were shown in all the places the attack is about. */
  readonly act: (turn: Turn) => Promise<number>;
}

/** Runs an attack with `texts` on the widget as shipped, or without its guards. */
export async function runAttack(
  browser: Browser,
  attack: Attack,
  texts: readonly Payload[],
  { isCareless = false }: { readonly isCareless?: boolean } = {},
): Promise<Trial> {
  await using careless = isCareless ? await carelessBundle() : undefined;
  await using site = await openHostileSite(careless?.folder);
  await using victim = await openVictim(browser, site.page);
  const found = { strange: [] as string[], copied: [] as string[], allowed: [] as string[] };
  const astray: string[] = [];
  let shown = 0;
  const led = await inBatches(victim, texts, attack.each, async (some, from) => {
    shown += await attack.act({ victim, site, texts: some, from, ...found });
    found.strange.push(...(await victim.inspect(found.allowed)));
    const { pathname, searchParams } = new URL(victim.page.url());
    if (pathname !== new URL(site.page).pathname || searchParams.has('ask')) astray.push(victim.page.url());
  });
  return { ...findingsOf(victim.harm, { ...found, led: [...led, ...astray] }), shown };
}

/** Writes all of `texts` into every place of a reply, and uses the answer as readers do. */
export const BY_REPLIES: Attack = {
  name: 'every place of a reply',
  each: 25,
  async act({ victim, site, texts, from, strange, copied, allowed }) {
    const { page, panel } = victim;
    const reply = hostileReply(texts, from, site.page);
    allowed.push(...addressesOf(reply, site.page));
    site.answerWith(hostileScript(reply, texts, from));
    await victim.ask(writePayload(texts[0]!, hitId('question', from)).trim() || 'What is this?');
    strange.push(...(await victim.inspect(allowed)));
    const whole = await panel.locator('.ibid-statements').last().textContent();
    const { cards, clicked } = await page.evaluate(exerciseAnswer);
    // Each payload has footnotes, and each footnote a card and a link.
    const isLookedAt = cards.length > 5 * texts.length && clicked > 5 * texts.length;
    copied.push(...markdownFaults(await victim.copied('Copy answer'), new URL(site.page).origin, allowed));
    // A long conversation would only slow down each step.
    if ((from / BY_REPLIES.each) % 4 === 3) await clearConversation(victim);
    const isShown = (text: Payload, at: number): boolean =>
      isLookedAt && whole?.includes(writePayload(text, hitId('verbatim', from + at))) === true;
    return texts.filter(isShown).length;
  },
};

/** Characters not allowed in a header. */
const NOT_IN_HEADERS = /[^\t\u0020-\u007e\u00a1-\u00ff]/gu;

/** Refuses one question after another, as a whole reply and within a stream; then sends a rating. */
const BY_FAILURES: Attack = {
  name: 'what failures, refusals and ratings say',
  each: 10,
  async act({ victim, site, texts, from, strange }) {
    const { panel } = victim;
    const all = texts.map((text, at) => writePayload(text, hitId('failure', from + at)));
    const text = all.join(' ');
    for (const script of scriptsOf(all, site.url)) {
      site.answerWith(script);
      await victim.ask(text.slice(0, 2000));
    }
    const told = (await panel.locator('.ibid-log').textContent()) ?? '';
    strange.push(...(await victim.inspect()));
    // The last exchange is an answer and can be rated.
    await panel.getByRole('button', { name: 'Not helpful' }).last().click();
    const form = panel.locator('form.ibid-feedback');
    await form.locator('textarea').fill(text.slice(0, 500));
    await form.locator('[type=submit]').click();
    await panel.locator('.ibid-feedback-state[data-state=sent]').waitFor();
    strange.push(...(await victim.inspect()));
    await clearConversation(victim);
    return texts.filter((_, at) => told.includes(String(hitId('failure', from + at)))).length;
  },
};

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
    ...all.map((one): ServiceScript => [{ do: 'status', status: 422, headers, body: body(one) }]),
    [{ do: 'status', status: 500, headers, body: body(text) }],
    [{ do: 'status', status: 429, headers, body: text }],
    [{ do: 'status', status: 200, headers: { 'Content-Type': 'text/html' }, body: `<html>${text}` }],
    [
      ...replyScript(answered, { stopAfter: 2 }),
      { do: 'event', name: 'run-error', data: { ...body(text), code: text } },
    ],
    [...replyScript(answered, { stopAfter: 1 }), { do: 'event', name: 'run-error', data: body(text) }],
    replyScript({ ...refused, message: text, warnings: [{ code: text, text }] }),
    replyScript({ ...insufficient, message: text, request_id: text, closest: closestOf(all, answered) }),
  ];
}

/** Closest passages in which every text is one of `all`. */
function closestOf(all: readonly string[], { statements, citations }: Reply): Reply['closest'] {
  const said = all.flatMap((text) => statements.map((one) => ({ ...one, text, language: text })));
  return citations
    .slice(0, 2)
    .map((place, at) => ({ ...place, title: all[at] ?? '', headings: all, statements: said }));
}

/** Pages whose title, heading, id, version, address and text are payloads; their text is selected and asked about. */
const BY_PAGES: Attack = {
  name: 'titles, headings, ids, versions and addresses of pages, and what is marked on them',
  each: 5,
  async act({ victim, site, texts, from, strange }) {
    const { page, panel } = victim;
    site.answerWith(replyScript(sampleReplies(site.url).insufficient));
    let shown = 0;
    for (const [at, text] of texts.entries()) {
      const write = (sink: string): string => writePayload(text, hitId(sink, from + at));
      const scene = { at, title: write('title'), heading: write('heading'), id: write('anchor') };
      await page.evaluate(showScene, {
        ...scene,
        version: write('version'),
        passage: write('selection'),
        canonical: write('url'),
      });
      await page.keyboard.press('Control+i');
      // The previous page may still be chosen; a section is offered once a page is chosen.
      const chip = panel.locator('.ibid-chips .ibid-chip');
      if ((await chip.first().getAttribute('aria-pressed')) === 'true') await chip.first().click();
      await chip.first().click();
      await chip.nth(1).click();
      strange.push(...(await victim.inspect()));
      await victim.ask(write('question').slice(0, 2000).trim() || 'What is this?');
      const asked = (await panel.locator('.ibid-asked').last().textContent()) ?? '';
      const has = (sink: string): boolean => asked.includes(String(hitId(sink, from + at)));
      if (['selection', 'title', 'heading', 'question'].every(has)) shown += 1;
    }
    strange.push(...(await victim.inspect()));
    await clearConversation(victim);
    return shown;
  },
};

/** Runs in the browser on a page of the hostile site: sets the data of the page and selects the passage. */
function showScene(scene: {
  readonly at: number;
  readonly title: string;
  readonly heading: string;
  readonly id: string;
  readonly version: string;
  readonly passage: string;
  /** Canonical address of the page. */
  readonly canonical: string;
}): void {
  const [title, heading, passage] = ['main h1', 'main h2', 'main p'].map((one) => document.querySelector(one)!);
  document.title = scene.title;
  title!.textContent = scene.title;
  heading!.textContent = scene.heading;
  heading!.id = scene.id;
  passage!.textContent = scene.passage;
  document.querySelector('link[rel=canonical]')!.setAttribute('href', scene.canonical);
  document.querySelector<HTMLMetaElement>('meta[name=docusaurus_version]')!.content = scene.version;
  history.pushState(null, '', `${location.pathname}?scene=${scene.at}#here`);
  (document.querySelector('ibid-ask')!.shadowRoot!.activeElement as HTMLElement | null)?.blur();
  getSelection()!.selectAllChildren(passage!);
}

/** Addresses of the page whose `?ask=` and hash are payloads. */
const BY_ADDRESSES: Attack = {
  name: 'questions and hashes of addresses',
  each: 5,
  async act({ victim, site, texts, from }) {
    const asked = victim.panel.locator('.ibid-log[aria-busy=false] .ibid-question').last();
    site.answerWith(replyScript(sampleReplies(site.url).insufficient));
    let shown = 0;
    for (const [at, text] of texts.entries()) {
      const question = writePayload(text, hitId('question', from + at))
        .toWellFormed()
        .slice(0, 2000);
      const address = `${site.page}?${new URLSearchParams({ x: question, ask: question }).toString()}#${question}`;
      // Only a link of the site itself asks immediately.
      await victim.goTo(address, site.page);
      await asked.waitFor();
      if ((await asked.textContent()) === question.trim()) shown += 1;
      await clearConversation(victim);
    }
    return shown;
  },
};

export const ATTACKS: readonly Attack[] = [BY_REPLIES, BY_FAILURES, BY_PAGES, BY_ADDRESSES];
