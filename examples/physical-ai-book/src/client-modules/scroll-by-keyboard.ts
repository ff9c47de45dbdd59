import type { ClientModule } from '@docusaurus/types';

const SCROLLERS = '.markdown table, .markdown .katex-display';

/** Lets readers without a mouse reach tables and formulae that are wider than a phone and scroll sideways. */
const scrollByKeyboard: ClientModule = {
  onRouteDidUpdate() {
    requestAnimationFrame(markWide);
  },
};

function markWide(): void {
  for (const element of document.querySelectorAll<HTMLElement>(SCROLLERS)) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('resize', markWide);
  window.addEventListener('load', markWide);
}

export default scrollByKeyboard;
