import type { BrowserContextOptions } from 'playwright-core';
import type { MountOnPage } from './panel-page.ts';
import type { PanelSite, VisitedPanel } from './panel-site.ts';

/** Opened from the page's own button, as a launcher would. */
export async function openedPanel(
  site: PanelSite,
  mount?: MountOnPage,
  options?: BrowserContextOptions,
): Promise<VisitedPanel> {
  const visited = await site.visit(mount, options);
  await visited.page.locator('#opener').focus();
  await visited.page.evaluate(() => {
    const opener = document.querySelector<HTMLElement>('#opener') ?? undefined;
    window.ibid.panel?.open({ opener });
  });
  await visited.page.locator('.ibid-panel[open]').waitFor();
  return visited;
}
