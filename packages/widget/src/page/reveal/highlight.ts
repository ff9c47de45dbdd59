import { adoptHighlightStyle } from './adopt-highlight-style.ts';
import { layOver, removeOverlay } from './overlay.ts';

const NAME = 'ibid-cite';

/** Lights up the ranges, and nothing else. The page's own elements stay as they are, so that a framework that made them can go on with them. */
export function highlight(ranges: readonly Range[]): void {
  clearHighlight();
  adoptHighlightStyle();
  if (hasHighlights()) CSS.highlights.set(NAME, new Highlight(...ranges));
  else layOver(ranges);
}

export function clearHighlight(): void {
  if (hasHighlights()) CSS.highlights.delete(NAME);
  removeOverlay();
}

function hasHighlights(): boolean {
  return typeof Highlight === 'function' && typeof CSS === 'object' && 'highlights' in CSS;
}
