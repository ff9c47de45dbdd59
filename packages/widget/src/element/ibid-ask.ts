/**
 * The script that adds the widget to any site: `<script type="module"
 * src="https://ask.example.org/widget/ibid-ask.js"></script>`. Does nothing on a server.
 */
import { startInShadow } from './start-in-shadow.ts';

const ELEMENT_NAME = 'ibid-ask';

/** Attributes that restart the widget when they change. Other attributes are ignored, because scripts of sites set them on the focused element. */
const SETTINGS =
  'api content launcher locale search selection shortcut site-key storage-key suggestions theme title'.split(' ');

if (typeof customElements !== 'undefined') {
  defineElement();
  appendFromScript(import.meta.url);
}

/**
 * If the page has no such element, appends one with the `data-` attributes of the script tag that loaded `address`, once the page
 * is parsed. Does nothing without such a tag.
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
      // Open: a closed root would stop no one who can run scripts here, but would stop the tools with which owners check and style their pages.
      readonly #shadow = this.attachShadow({ mode: 'open' });
      readonly #observer = new MutationObserver(() => this.#settle(true));
      #stop: (() => void) | undefined;

      connectedCallback(): void {
        this.#observer.observe(this, { attributeFilter: SETTINGS.map((name) => `data-${name}`) });
        this.#settle();
      }
      disconnectedCallback(): void {
        // Deferred, so that an element that is only moved keeps its state.
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
