import { ELEMENT_NAME } from './define-element.ts';

/**
 * Where the page has no element of its own, appends one with the `data-` attributes of the script tag that loaded `address`, once the page
 * is read. Without such a tag it does nothing.
 */
export function appendFromScript(address: string): void {
  const script = [...document.scripts].find(({ src }) => src === address);
  if (script === undefined) return;
  const append = (): void => {
    if (document.querySelector(ELEMENT_NAME) !== null) return;
    const element = document.createElement(ELEMENT_NAME);
    for (const { name, value } of script.attributes) if (name.startsWith('data-')) element.setAttribute(name, value);
    document.body.append(element);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', append, { once: true });
  else append();
}
