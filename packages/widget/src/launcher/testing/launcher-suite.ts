import type { Locator } from 'playwright-core';
import { elementSuite, tagWith, type ElementSuite, type VisitedElement } from '../../element/testing/element-suite.ts';

export interface VisitedLauncher extends VisitedElement {
  readonly askAboutThis: Locator;
  /** Text of the passage that goes along with the next question. */
  readonly passage: Locator;
  readonly panelRequests: () => readonly string[];
  /** Selects words of the first paragraph with the mouse. */
  mark(): Promise<void>;
}

type LauncherOptions = Parameters<ElementSuite['visit']>[1] & { readonly query?: string };

/** Opens a page with fields, links that open the panel, and a script tag with `attributes`. */
export function launcherSuite(): Pick<ElementSuite, 'site'> & {
  visit(attributes?: string, options?: LauncherOptions): Promise<VisitedLauncher>;
} {
  const suite = elementSuite();
  return {
    get site() {
      return suite.site;
    },
    async visit(attributes = '', { query = '', ...options } = {}) {
      const address = suite.site.plain(tagWith(attributes), { body: BODY }) + query;
      const visited = await suite.visit(address, { viewport: { width: 1200, height: 700 }, ...options });
      const { page, dialog, requests } = visited;
      return {
        ...visited,
        askAboutThis: page.locator('.ibid-launcher-ask'),
        passage: dialog.locator('.ibid-passage-text'),
        panelRequests: () => requests.filter((url) => url.includes('/ibid-panel-')),
        async mark() {
          const { x, y, height } = (await page.locator('#text').boundingBox())!;
          await page.mouse.move(x, y + height / 2);
          await page.mouse.down();
          await page.mouse.move(x + 160, y + height / 2, { steps: 4 });
          await page.mouse.up();
        },
      };
    },
  };
}

const BODY = `<div id="rich" contenteditable="true">Rich</div>
<a id="link" href="#away" data-ibid-open="What is a valve?">Ask</a><button id="bare" data-ibid-open><span id="inner">Help</span></button>
<button id="asks" data-ibid-open="Which valve?" data-ibid-ask>Which</button>
<textarea id="other" aria-label="Other">${'line\n'.repeat(40)}</textarea>`;
