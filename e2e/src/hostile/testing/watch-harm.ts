import type { BrowserContext, Page } from 'playwright-core';

/** What payloads have done. The number of each stands in what it does. */
export interface Harm {
  /** Scripts of payloads that ran, dialogs that they opened, exceptions that nobody caught. */
  readonly executed: readonly string[];
  /** Addresses elsewhere that were asked for, by whatever means, also new windows and sockets. None of them is reached. */
  readonly foreign: readonly string[];
}

/** Begins before a page of `context` is loaded. `origin` is the only host that may be talked to. */
export async function watchHarm(context: BrowserContext, page: Page, origin: string): Promise<Harm> {
  const executed: string[] = [];
  const foreign: string[] = [];
  const isForeign = (address: string): boolean =>
    !address.startsWith(`${origin}/`) &&
    !/^(?:about:|chrome-error:|blob:http:\/\/127|data:(?!.*(?:__hit|evil)))/su.test(address);
  await context.exposeBinding('__hit', (_, id: unknown) => void executed.push(String(id)));
  await context.route(
    ({ href }) => isForeign(href),
    // Without a document, so that nothing leads the page away from what is being watched.
    (route) => route.fulfill({ status: 204 }),
  );
  context.on('request', (request) => {
    if (isForeign(request.url())) foreign.push(request.url());
  });
  const watch = (watched: Page): void => {
    watched.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') executed.push(`${dialog.type()} ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
    watched.on('pageerror', (error) => executed.push(`uncaught ${error.message}`));
    watched.on('websocket', (socket) => foreign.push(socket.url()));
    watched.on('download', (download) => foreign.push(download.url()));
  };
  watch(page);
  context.on('page', (popup) => {
    if (popup === page) return;
    foreign.push(`window ${popup.url()}`);
    watch(popup);
    void popup.close().catch(() => undefined);
  });
  return { executed, foreign };
}
