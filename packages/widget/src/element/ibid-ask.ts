/** The one script of any site: `<script type="module" src="https://ask.example.org/widget/ibid-ask.js"></script>`. Does nothing on a server. */
import { startInShadow } from './start-in-shadow.ts';

const ELEMENT_NAME = 'ibid-ask';

/** What begins anew when it changes; sites' own scripts write other attributes on all that has the focus. */
const SETTINGS =
  'api content launcher locale search selection shortcut site-key storage-key suggestions theme title'.split(' ');

if (typeof customElements !== 'undefined') {
  defineElement();
  appendFromScript(import.meta.url);
}

/**
 * Where the page has no element of its own, appends one with the `data-` attributes of the script tag that loaded `address`, once the page
 * is read. Without such a tag it does nothing.
 */
function appendFromScript(address: string): void {
  const script = [...document.scripts].find(({ src }) => src === address);
  if (script === undefined) return;
  const append = (): void => {
    if (document.querySelector(ELEMENT_NAME) !== null) return;
    const element = document.createElement(ELEMENT_NAME);
    Object.assign(element.dataset, script.dataset);
    document.body.append(element);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', append, { once: true });
  else append();
}

/** Defines `<ibid-ask>`, once. */
function defineElement(): void {
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
