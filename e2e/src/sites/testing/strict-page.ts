import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';

export interface StyleOrScript {
  /** Such as `style-src-attr`. */
  readonly directive: string;
  /** What was blocked: an address, or `inline`. */
  readonly blocked: string;
  /** The `style` of the element that was stopped; `''` where there is none. */
  readonly style: string;
  /** Whether the element is the panel's, or the button's. */
  readonly isOurs: boolean;
}

export interface StrictPage extends AsyncDisposable {
  readonly page: Page;
  /** All that the policy has stopped so far. */
  readonly stopped: readonly StyleOrScript[];
}

/**
 * A page under the strictest policy that a Docusaurus site runs with: its own scripts, its inline ones by their hashes, no inline styles.
 */
export async function strictPage(browser: Browser, url: string): Promise<StrictPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  const stopped: StyleOrScript[] = [];
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': policyFor(await response.text()) };
    return route.fulfill({ response, headers });
  });
  await page.exposeFunction('ibidStopped', (violation: StyleOrScript) => void stopped.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ target, effectiveDirective, blockedURI }) => {
      const element = target instanceof Element ? target : undefined;
      (window as unknown as { ibidStopped(violation: StyleOrScript): void }).ibidStopped({
        directive: effectiveDirective,
        blocked: blockedURI,
        style: element?.getAttribute('style') ?? '',
        isOurs: element?.closest('#ibid-root, [class^="ibid-"]') != null,
      });
    });
  });
  await page.goto(url);
  await page.locator('html[data-has-hydrated=true]').waitFor();
  return { page, stopped, [Symbol.asyncDispose]: () => context.close() };
}

function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gu)].map((match) => match[1]!);
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
  ].join('; ');
}
