/** Acts now or, where the browser has made the page ready before the reader has come to it, when they do. */
export function whenShown(act: () => void): void {
  if ((document as { readonly prerendering?: boolean }).prerendering !== true) act();
  else document.addEventListener('prerenderingchange', act, { once: true });
}
