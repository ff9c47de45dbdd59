import { startInShadow } from './start-in-shadow.ts';

export const ELEMENT_NAME = 'ibid-ask';

/** What begins anew when it changes; sites' own scripts write other attributes on all that has the focus. */
const SETTINGS = 'api content launcher locale selection shortcut site-key storage-key suggestions theme title'.split(
  ' ',
);

/** Defines `<ibid-ask>`, once. */
export function defineElement(): void {
  if (customElements.get(ELEMENT_NAME) !== undefined) return;
  customElements.define(
    ELEMENT_NAME,
    class extends HTMLElement {
      // Open: a closed one keeps out nobody who can run scripts here, but keeps out the tools by which owners check and style their pages.
      readonly #shadow = this.attachShadow({ mode: 'open' });
      readonly #observer = new MutationObserver(() => this.#settle(true));
      #stop: (() => void) | undefined;

      connectedCallback(): void {
        this.#observer.observe(this, { attributeFilter: SETTINGS.map((name) => `data-${name}`) });
        this.#settle();
      }
      disconnectedCallback(): void {
        // An element that is only moved keeps what is open.
        queueMicrotask(() => this.#settle());
      }

      #settle(isChanged = !this.isConnected): void {
        if (isChanged) {
          this.#stop?.();
          this.#stop = undefined;
        }
        if (this.isConnected) this.#stop ??= startInShadow(this, this.#shadow, () => this.#settle(true));
      }
    },
  );
}
