import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../scripts/chromium.ts';
import { attackByReplies } from './testing/attack-by-replies.ts';
import { corpus } from './testing/corpora.ts';
import { NOTHING } from './testing/findings.ts';
import { runAttack } from './testing/run-attack.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(['naughty strings', 'inputs for sanitisers', 'examples of CommonMark'] as const)('%s', (name) => {
  const texts = corpus(name);
  test.skipIf(texts === undefined)(
    'are text in every place of a reply, without any policy (where IBID_EVAL_DATA has them)',
    async () => {
      const trial = await runAttack(browser, attackByReplies, texts!, { hasPolicy: false });
      expect(trial).toEqual({ ...NOTHING, shown: texts!.length });
    },
    300_000,
  );
});
