import type { Locator, Page } from 'playwright-core';

/** The panel as a user operates it with keyboard and screen. */
export interface PanelDriver {
  readonly dialog: Locator;
  readonly composer: Locator;
  /** The newest question with its answer. */
  readonly latest: Locator;
  /** Opens the panel with the shortcut. */
  open(): Promise<void>;
  /** Types and sends a question, and waits until its answer is complete. */
  ask(question: string): Promise<Locator>;
  /** Highlighted text of the page, with white space folded; `''` if there is none. */
  lit(): Promise<string>;
}

/** `names` are the labels in the language of the page; default: English. */
export function panelDriver(page: Page, names: { readonly send: string } = { send: 'Send' }): PanelDriver {
  const dialog = page.getByRole('dialog').first();
  const composer = dialog.getByRole('textbox').last();
  const latest = dialog.getByRole('article').last();
  return {
    dialog,
    composer,
    latest,
    async open() {
      await page.keyboard.press('Control+i');
      await composer.waitFor();
    },
    async ask(question) {
      const before = await dialog.getByRole('article').count();
      await composer.fill(question);
      await dialog.getByRole('button', { name: names.send, exact: true }).click();
      await dialog.getByRole('article').nth(before).waitFor();
      await dialog.locator('[role=log][aria-busy=false]').waitFor();
      return latest;
    },
    lit: () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('ibid-cite') ?? [])]
          .map((range) => range.toString())
          .join(' ')
          .replaceAll(/\s+/gu, ' ')
          .trim(),
      ),
  };
}
