import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { launchChromium } from '../../../../../scripts/chromium.ts';
import type { Reply } from '@ibid/client';
import { replyScript, sampleReplies, type SampleName, type ServiceScript } from '../../testing/index.ts';
import type { ReplyScriptOptions } from '../../testing/reply-script.ts';
import { openPanelSite, type PanelSite, type PanelSiteOptions } from './panel-site.ts';

/** Shared setup for the tests of one file. Before each test the service is reset to answer `samples.answered` and accept feedback. */
export interface PanelSuite extends Pick<PanelSite, 'service' | 'visit'> {
  readonly browser: Browser;
  readonly samples: Readonly<Record<SampleName, Reply>>;
  /** Sets the answer to later questions: a reply, streamed according to `how`, and then `steps`. */
  answer(reply: Reply, how?: ReplyScriptOptions, steps?: ServiceScript): void;
  /** Refuses later questions. */
  refuse(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
  /** Opens a page and its panel by a button, like a launcher. */
  open: PanelSite['visit'];
}

/** Opens a browser and pages with the panel for the tests of the calling file. */
export function panelSuite(options?: PanelSiteOptions): PanelSuite {
  let browser: Browser;
  let site: PanelSite;
  const suite: PanelSuite = {
    get browser() {
      return browser;
    },
    get service() {
      return site.service;
    },
    get samples() {
      return sampleReplies(site.service.url);
    },
    answer: (reply, how, steps = []) => site.service.answerWith([...replyScript(reply, how), ...steps]),
    refuse: (status, body, headers = {}) => site.service.answerWith([{ do: 'status', status, body, headers }]),
    visit: (...how) => site.visit(...how),
    async open(...how) {
      const visited = await site.visit(...how);
      await visited.page.locator('#opener').focus();
      await visited.page.evaluate(() => {
        const opener = document.querySelector<HTMLElement>('#opener') ?? undefined;
        window.ibid.panel?.open({ opener });
      });
      await visited.page.locator('.ibid-panel[open]').waitFor();
      return visited;
    },
  };
  beforeAll(async () => {
    browser = await launchChromium();
    site = await openPanelSite(browser, options);
  });
  beforeEach(() => {
    suite.answer(suite.samples.answered);
    site.service.answerFeedbackWith(204);
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await browser.close();
  });
  return suite;
}
