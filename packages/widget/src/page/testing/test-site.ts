import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchChromium } from '../../../../../scripts/chromium.ts';
import { build } from 'rolldown';

const FOLDER = join(import.meta.dirname, 'sites');
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
/** The strictest policy for a site with its own scripts, styles and static index. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

export interface OpenOptions extends BrowserContextOptions {
  /** Path to open: a file of `sites/` without its extension, or one of `pages`. */
  readonly path: string;
  /** HTML by path, in addition to the files of `sites/`. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Runs before any script of the page. */
  readonly before?: () => void;
}

interface TestSite {
  /** Opens a page in a new browser context, with `window.ibidPage`. Only the test pages can be reached. */
  open(options: OpenOptions): Promise<Page>;
  /** Throws if pages have reported uncaught exceptions or policy violations since the last call. */
  expectQuiet(): void;
  close(): Promise<void>;
}

export const ORIGIN = 'http://site.test';

export function fixture(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

/** Site for the tests of one file, which fail if a page reports an error. */
export function testSite(): Pick<TestSite, 'open'> {
  let site: TestSite;
  beforeAll(async () => {
    site = await startTestSite();
  });
  afterEach(() => site.expectQuiet());
  afterAll(() => site.close());
  return { open: (options) => site.open(options) };
}

/** Bundles a module of this package into one script that sets its exports as `window[name]`. */
async function bundleForPage(entry: string, name: string): Promise<string> {
  const { output } = await build({
    input: entry,
    write: false,
    logLevel: 'silent',
    platform: 'browser',
    output: { format: 'iife', name, codeSplitting: false },
  });
  return output[0].code;
}

async function startTestSite(): Promise<TestSite> {
  const [browser, code]: [Browser, string] = await Promise.all([
    launchChromium(),
    bundleForPage(join(import.meta.dirname, 'page-entry.ts'), 'ibidPage'),
  ]);
  let noted: string[] = [];
  let context: BrowserContext | undefined;

  return {
    async open({ path, pages = {}, before, ...options }) {
      await context?.close();
      context = await browser.newContext({ viewport: { width: 1000, height: 700 }, ...options });
      await context.route('**/*', (route) => {
        const { origin, pathname } = new URL(route.request().url());
        const answer = origin === ORIGIN ? bodyOf(pathname, pages) : undefined;
        if (answer === undefined) return route.fulfill({ status: 404, body: 'Not found' });
        return route.fulfill({ ...answer, headers: { 'content-security-policy': POLICY } });
      });
      if (before !== undefined) await context.addInitScript(before);
      await context.addInitScript(`${code};window.ibidPage = ibidPage;`);
      const page = await context.newPage();
      page.on('pageerror', (error) => noted.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('404')) noted.push(message.text());
      });
      await page.goto(ORIGIN + path);
      return page;
    },
    expectQuiet() {
      const all = noted;
      noted = [];
      if (all.length > 0) throw new Error(`The page complained: ${all.join('; ')}`);
    },
    async close() {
      await context?.close();
      await browser.close();
    },
  };
}

function bodyOf(
  path: string,
  pages: Readonly<Record<string, string>>,
): { readonly body: string; readonly contentType: string } | undefined {
  const given = pages[path];
  if (given !== undefined) return { body: given, contentType: 'text/html; charset=utf-8' };
  const name = /^\/([a-z-]+)(?:\.(css|js))?$/.exec(path);
  if (name === null) return undefined;
  const ending = name[2] ?? 'html';
  try {
    return { body: fixture(`${name[1]}.${ending}`), contentType: `${TYPES[ending]}; charset=utf-8` };
  } catch {
    return undefined;
  }
}
