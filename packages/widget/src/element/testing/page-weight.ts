import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';

export interface PageWeight {
  /** Bytes of all scripts that the page loads, each compressed separately. */
  readonly scripts: number;
  readonly styles: number;
  /** Paths of all requests, in order. */
  readonly requests: readonly string[];
}

/**
 * Measures everything a page loads without user action, until the network is idle. The difference between a site with and without
 * the widget is the widget's cost for every reader.
 */
export async function pageWeight(browser: Browser, address: string): Promise<PageWeight> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const requests: string[] = [];
    const sizes = { script: 0, stylesheet: 0 };
    const weighed: Promise<void>[] = [];
    page.on('response', (response) => {
      requests.push(new URL(response.url()).pathname);
      const type = response.request().resourceType();
      if (type !== 'script' && type !== 'stylesheet') return;
      weighed.push(response.body().then((body) => void (sizes[type] += gzipSync(body, { level: 9 }).length)));
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    await Promise.all(weighed);
    return { scripts: sizes.script, styles: sizes.stylesheet, requests };
  } finally {
    await context.close();
  }
}
