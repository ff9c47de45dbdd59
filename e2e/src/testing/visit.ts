import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page in a new browser context, with a record of its events. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Addresses requested, in order. */
  readonly requests: readonly string[];
  /** Requested addresses of other origins. */
  readonly foreign: () => readonly string[];
  /** Violations of the page's policy. */
  readonly violations: readonly Violation[];
  /** Uncaught exceptions and errors on the console. */
  readonly errors: readonly string[];
}

export interface Violation {
  readonly directive: string;
  readonly blocked: string;
  /** `style` of the blocked element; `''` if there is none. */
  readonly style: string;
  /** True if the element belongs to the panel or its button. */
  readonly isOurs: boolean;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Returns a policy for a document from its HTML, to replace that of its server. */
  readonly policyFor?: (html: string) => string;
}

/** Opens `url` in a new browser context with `options`, such as a viewport or a colour scheme. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const { policyFor, ...rest } = options;
  const context = await browser.newContext(rest);
  const page = await context.newPage();
  const requests: string[] = [];
  const violations: Violation[] = [];
  const errors: string[] = [];
  const { origin } = new URL(url);
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  if (policyFor !== undefined) {
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': policyFor(await response.text()) };
      return route.fulfill({ response, headers });
    });
  }
  await page.exposeFunction('ibidViolation', (violation: Violation) => void violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective: directive, blockedURI: blocked, target } = event;
      const element = target instanceof Element ? target : undefined;
      (window as unknown as { ibidViolation(violation: Violation): void }).ibidViolation({
        directive,
        blocked,
        style: element?.getAttribute('style') ?? '',
        isOurs: element?.closest('#ibid-root, [class^="ibid-"]') != null,
      });
    });
  });
  await page.goto(url);
  await page
    .locator('html[data-has-hydrated=true]')
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
  return {
    page,
    requests,
    foreign: () =>
      requests.filter((address) => !/^(?:data|blob|about):/u.test(address) && new URL(address).origin !== origin),
    violations,
    errors,
    [Symbol.asyncDispose]: () => context.close(),
  };
}
