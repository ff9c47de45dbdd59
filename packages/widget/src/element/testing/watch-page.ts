import type { Page } from 'playwright-core';

/** Record of a page's errors and requests. */
export interface PageFaults {
  /** Violated policy directives, uncaught errors and rejections, as text. */
  readonly faults: readonly string[];
  /** Addresses of all requests, in order. */
  readonly requests: readonly string[];
}

/** Starts watching; call it before the page is loaded. */
export async function watchPage(page: Page): Promise<PageFaults> {
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => requests.push(request.url()));
  await page.exposeFunction('tellFault', (text: string) => faults.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      window.tellFault(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
    addEventListener('unhandledrejection', ({ reason }) => window.tellFault(`rejected: ${String(reason)}`));
  });
  return { faults, requests };
}

declare global {
  interface Window {
    tellFault(text: string): void;
  }
}
