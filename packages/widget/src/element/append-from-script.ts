import { ELEMENT_NAME } from './define-element.ts';

/**
 * Where the page has no element of its own, appends one with the `data-` attributes of the script tag that loaded `address`, once the page
 * is read. It comes back when a script of the page puts another body in the place of the old. Without such a tag it does nothing.
 */
export function appendFromScript(address: string): void {
  const script = [...document.scripts].find(({ src }) => src === address);
  if (script === undefined) return;
  const append = (): void => {
    if (document.querySelector(ELEMENT_NAME) !== null) return;
    const element = document.createElement(ELEMENT_NAME);
    for (const { name, value } of script.attributes) if (name.startsWith('data-')) element.setAttribute(name, value);
    element.dataset['api'] ??= new URL(address).origin;
    document.body.append(element);
    // Told only when the children of <html> change, which is to say hardly ever.
    new MutationObserver(() => {
      if (document.querySelector(ELEMENT_NAME) === null) document.body.append(element);
    }).observe(document.documentElement, { childList: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', append, { once: true });
  else append();
}
