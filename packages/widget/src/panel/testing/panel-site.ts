import { join } from 'node:path';
import { build, type Plugin } from 'rolldown';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { PREACT } from '../../../../../scripts/build/bundle-widget.ts';
import { readCss } from '../../../../../scripts/build/read-css.ts';
import type { OpenRequest } from '../../config/index.ts';
import { openNativeService, type NativeService, type ServedFile } from '../../testing/index.ts';
import type { MountOnPage, PanelPage } from './panel-page.ts';

declare global {
  interface Window {
    ibid: PanelPage;
  }
}

/** A policy as strict as any site may have: nothing inline, nothing foreign. */
export const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

export interface PanelSiteOptions {
  /** Plugins that plant a fault into the panel. */
  readonly plugins?: readonly Plugin[];
  /** Library that renders the panel: React as on Docusaurus, or Preact as in `<ibid-ask>`. @default 'react' */
  readonly renderer?: 'react' | 'preact';
  /** Content security policy of the pages; `''` for none. @default STRICT_POLICY */
  readonly policy?: string;
}

export interface PanelSite extends AsyncDisposable {
  readonly service: NativeService;
  /** Opens a new page with the panel mounted, but closed. Its context is closed with the site. */
  visit(mount?: MountOnPage, browserOptions?: BrowserContextOptions): Promise<VisitedPanel>;
}

export interface VisitedPanel {
  /** Opens the panel and asks; settles when the answer is complete or has failed. */
  ask(question: string, request?: Omit<OpenRequest, 'opener'>): Promise<void>;
  /** Reloads the page and opens the panel on it. */
  reload(request?: Omit<OpenRequest, 'opener'>): Promise<void>;
  readonly page: Page;
  /** Errors and policy violations reported by the browser. */
  readonly complaints: string[];
  /** Addresses of requests to other origins. */
  readonly foreign: string[];
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Nodes, topics and messages</title>
    <link rel="stylesheet" href="/page.css" />
    <link rel="stylesheet" href="/panel.css" />
    <script type="module" src="/panel.js"></script>
  </head>
  <body>
    <main>
      <h1>Nodes, topics and messages</h1>
      <button type="button" id="opener">Ask</button>
      <h2 id="what-is-a-topic">What is a topic?</h2>
      <p>A topic is a named channel with one message type, such as /scan of type sensor_msgs/msg/LaserScan.</p>
    </main>
  </body>
</html>`;

const PAGE_STYLE = `
body { margin: 0; padding: 24px; font: 16px/1.6 system-ui, sans-serif; color: #222; background: #fff }
[data-theme=dark] body { color: #ddd; background: #16181a }
main { max-width: 40rem }
`;

/** Pages with the panel on a loopback port, under a strict policy, and the service that it uses. */
export async function openPanelSite(browser: Browser, options: PanelSiteOptions = {}): Promise<PanelSite> {
  const script = await panelScript(options);
  const css = await readCss(join(import.meta.dirname, '../panel.css'));
  const html: ServedFile = {
    type: 'text/html; charset=utf-8',
    body: PAGE,
    headers: { 'Content-Security-Policy': options.policy ?? STRICT_POLICY },
  };
  const files = new Map<string, ServedFile>([
    ['/', html],
    ['/docs/nodes-and-topics', html],
    ['/panel.js', { type: 'text/javascript', body: script }],
    ['/panel.css', { type: 'text/css', body: css }],
    ['/page.css', { type: 'text/css', body: PAGE_STYLE }],
  ]);
  const service = await openNativeService({ files });
  const closing: (() => Promise<void>)[] = [];
  return {
    service,
    async visit(mount = {}, browserOptions = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        ...browserOptions,
      });
      closing.push(() => context.close());
      const page = await context.newPage();
      const complaints: string[] = [];
      const foreign: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|Warning:/u.test(message.text())) complaints.push(message.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(service.url) && !request.url().startsWith('data:,')) foreign.push(request.url());
      });
      await page.goto(`${service.url}/docs/nodes-and-topics`);
      await page.waitForFunction(() => 'ibid' in window);
      await page.evaluate((wish) => window.ibid.mount(wish), mount);
      return {
        page,
        complaints,
        foreign,
        async reload(request = {}) {
          await page.reload();
          await page.waitForFunction(() => 'ibid' in window);
          await page.evaluate(() => window.ibid.mount({}));
          await page.evaluate((wish) => window.ibid.panel?.open(wish), request);
        },
        async ask(question, request = {}) {
          await page.evaluate((wish) => window.ibid.panel?.open(wish), { ...request, question, ask: true });
          await page.locator('.ibid-log[aria-busy=false] .ibid-exchange').last().waitFor();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      for (const close of closing) await close();
      await service.close();
    },
  };
}

async function panelScript({ plugins = [], renderer = 'react' }: PanelSiteOptions): Promise<string> {
  const { output } = await build({
    input: join(import.meta.dirname, 'panel-page.ts'),
    write: false,
    logLevel: 'silent',
    platform: 'browser',
    plugins: [...plugins],
    resolve: { alias: renderer === 'preact' ? PREACT : {} },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'esm', codeSplitting: false },
  });
  return output[0].code;
}
