import type { Browser } from 'playwright-core';
import { elementSite } from '../../../packages/widget/src/element/testing/element-site.ts';
import type { Reply } from '../../../packages/client/src/wire.ts';
import { replyScript, sampleReplies } from '../../../packages/widget/src/testing/index.ts';
import { launchChromium } from '../../../scripts/chromium.ts';
import { percentile, type Figures } from '../measure.ts';
import { startCpuClock, workDuring, type PageWork, type Probe } from './widget-probe.ts';

const RUNS = 7;
/** Milliseconds between the sentences of an answer; faster than any model writes. */
const PACE = 20;
const IDLE_MILLISECONDS = 1500;
/** CPU slowdown factors: this machine, and roughly a phone. */
const SLOWDOWNS = [1, 4] as const;
const TEXT = 'How far may each joint of the arm turn, and who is told of it?';

/** Measures in a real browser: opening the panel of `<ibid-ask>`, streaming an answer of 6 KB (69 statements) into it, and typing next to it. */
export async function widgetPanel(): Promise<Figures> {
  const [browser, site] = await Promise.all([launchChromium(), elementSite()]);
  try {
    const { long, answered } = sampleReplies(site.url);
    const reply = joined(long, answered);
    site.answerWith(replyScript(reply, { pace: PACE }));
    const address = site.plain('<script type="module" src="/widget/ibid-ask.js"></script>');
    let figures: Figures = { 'answer KB': reply.answer.length / 1024 };
    for (const slowdown of SLOWDOWNS) {
      const name = slowdown === 1 ? '' : `${slowdown}x slower `;
      const measured = await measure(browser, address, slowdown, reply.statements.length);
      figures = {
        ...figures,
        ...Object.fromEntries(Object.entries(measured).map(([key, value]) => [name + key, value])),
      };
    }
    return figures;
  } finally {
    await Promise.all([browser.close(), site.close()]);
  }
}

async function measure(browser: Browser, address: string, slowdown: number, sentences: number): Promise<Figures> {
  const first: number[] = [];
  const again: number[] = [];
  const cpu: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const probe = await open(browser, address, slowdown);
    const { page } = probe;
    const opened = await workDuring(probe, async () => first.push(await page.evaluate(OPEN)));
    cpu.push(opened.cpu);
    await page.evaluate(CLOSE);
    again.push(await page.evaluate(OPEN));
    await page.context().close();
  }
  const probe = await open(browser, address, slowdown);
  const { page } = probe;
  await page.evaluate(OPEN);
  const idle = await workDuring(probe, () => page.waitForTimeout(IDLE_MILLISECONDS));
  const field = page.locator('ibid-ask textarea');
  const streamed = await workDuring(probe, async () => {
    await field.fill(TEXT);
    await field.press('Enter');
    await page.locator('ibid-ask .ibid-log[aria-busy=false] .ibid-exchange').waitFor();
  });
  const typed = await workDuring(probe, () => field.pressSequentially(TEXT, { delay: 30 }));
  await page.context().close();
  return {
    'first open p50 ms': percentile(first, 0.5),
    'first open min ms': Math.min(...first),
    'first open cpu ms': percentile(cpu, 0.5),
    'open again p50 ms': percentile(again, 0.5),
    'idle frames/s': idle.framesPerSecond,
    ...named('streaming', streamed, idle),
    'streaming cpu ms a sentence': streamed.cpu / sentences,
    ...named('typing', typed, idle),
    'typing cpu ms a key': typed.cpu / TEXT.length,
  };
}

/** One answer with the statements of both. */
function joined(one: Reply, other: Reply): Reply {
  const shift = one.citations.length;
  return {
    ...one,
    answer: `${one.answer}\n\n${other.answer}`,
    statements: [
      ...one.statements,
      ...other.statements.map((statement) => ({
        ...statement,
        citations: statement.citations.map((at) => at + shift),
      })),
    ],
    citations: [
      ...one.citations,
      ...other.citations.map((citation) => ({ ...citation, index: citation.index + shift })),
    ],
  };
}

/** Opens a page and hovers over the button, so that the code of the panel is loaded. */
async function open(browser: Browser, address: string, slowdown: number): Promise<Probe> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(address);
  const loaded = page.waitForResponse((response) => response.url().includes('ibid-panel'));
  await page.locator('ibid-ask .ibid-launcher-button').hover();
  await (await loaded).finished();
  await page.waitForTimeout(200);
  const session = await context.newCDPSession(page);
  await startCpuClock(session);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, session };
}

function named(what: string, work: PageWork, idle: PageWork): Figures {
  return {
    [`${what} long tasks`]: work.longTasks,
    [`${what} longest task ms`]: work.longestTask,
    [`${what} slowest event ms`]: work.slowestEvent,
    [`${what} frames of idle`]: work.framesPerSecond / idle.framesPerSecond,
  };
}

/** Measures from the click to the frame that shows the dialog. A string run in the page: this package has no DOM types. */
const OPEN = `new Promise((resolve) => {
  const shadow = document.querySelector('ibid-ask').shadowRoot;
  const began = performance.now();
  const look = () => {
    if (shadow.querySelector('dialog')?.open) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    else setTimeout(look, 1);
  };
  shadow.querySelector('.ibid-launcher-button').click();
  look();
})`;
const CLOSE = `new Promise((resolve) => {
  document.querySelector('ibid-ask').shadowRoot.querySelector('.ibid-launcher-button').click();
  setTimeout(resolve, 200);
})`;
