import { ATTRIBUTES } from './read-config.ts';
import { startInShadow } from './start-in-shadow.ts';

export const ELEMENT_NAME = 'ibid-ask';

/** Defines `<ibid-ask>`, once. */
export function defineElement(): void {
  if (customElements.get(ELEMENT_NAME) !== undefined) return;
  customElements.define(
    ELEMENT_NAME,
    class extends HTMLElement {
      static readonly observedAttributes: readonly string[] = ATTRIBUTES;
      // Open: a closed one keeps out nobody who can run scripts here, but keeps out the tools by which owners check and style their pages.
      readonly #shadow = this.attachShadow({ mode: 'open' });
      #stop: (() => void) | undefined;
      #isDue = false;

      connectedCallback(): void {
        this.#settle(false);
      }
      disconnectedCallback(): void {
        this.#settle(false);
      }
      attributeChangedCallback(): void {
        if (this.#stop !== undefined) this.#settle(true);
      }

      /** Once for several changes, so that one that is only moved keeps what is open. */
      #settle(isChanged: boolean): void {
        if (this.#isDue) return;
        this.#isDue = true;
        queueMicrotask(() => {
          this.#isDue = false;
          if (!this.isConnected || isChanged) {
            this.#stop?.();
            this.#stop = undefined;
          }
          if (this.isConnected) this.#stop ??= startInShadow(this, this.#shadow, () => this.#settle(true));
        });
      }
    },
  );
}
