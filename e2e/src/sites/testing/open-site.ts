import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { serveSite } from '../../testing/serve-site.ts';
import { visit, type Visit } from '../../testing/visit.ts';
import { builtSite, type BuiltSite } from './built-site.ts';
import type { SiteShape } from './site-shape.ts';

export interface OpenSite extends AsyncDisposable {
  readonly built: BuiltSite;
  readonly browser: Browser;
  /** With the base path of the site; ends with a slash. */
  readonly root: string;
  /** Opens a page by its route below the base path, such as `docs/intro`. */
  visit(route: string, options?: BrowserContextOptions): Promise<Visit>;
}

/** A generated site, built unless it is there, as `ibid serve --site` serves it, at `servedAt`, and a browser to read it in. */
export async function openSite(shape: SiteShape, servedAt: string = shape.baseUrl ?? '/'): Promise<OpenSite> {
  const built = await builtSite(shape);
  const served = await serveSite({
    ...built,
    flags: ['--config', join(built.folder, 'ibid.config.json'), '--site-base', servedAt],
  });
  const browser = await launchChromium();
  const root = served.url + servedAt;
  return {
    built,
    browser,
    root,
    visit: (route, options = { viewport: { width: 1400, height: 900 } }) => visit(browser, root + route, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await served[Symbol.asyncDispose]();
    },
  };
}
