/** Gives the focus to where one writes; on touch screens, where that would bring up a keyboard, to the title. */
export function focusIn(panel: HTMLElement, kind: 'fine' | 'touch' = isTouch() ? 'touch' : 'fine'): void {
  panel.querySelector<HTMLElement>(`[data-ibid-focus="${kind}"]`)?.focus({ preventScroll: true });
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
