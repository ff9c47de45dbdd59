/** Tabs that say nothing of their panels but by their order. */
const SETS = [
  { set: '.tabbed-set', tab: '.tabbed-labels > label', panel: '.tabbed-content > .tabbed-block' },
  { set: '.tabbed-set', tab: '.tabbed-set > label', panel: '.tabbed-set > .tabbed-content' },
  { set: '.vp-code-group', tab: '.tabs > label', panel: '.blocks > div' },
] as const;

/** What the page itself offers to show `panel` with: the tab, label or button that a reader would press. */
export function controlOf(panel: Element): HTMLElement | undefined {
  const found = byName(panel) ?? byRole(panel) ?? bySet(panel) ?? labelBefore(panel);
  return found instanceof HTMLElement && onlyShows(found) ? found : undefined;
}

function byName(panel: Element): Element | undefined {
  const { id } = panel;
  const owner = id === '' ? null : document.querySelector(`[aria-controls~="${CSS.escape(id)}"]`);
  if (owner !== null) return owner;
  const names = (panel.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  return (
    names
      .map((name) => document.getElementById(name))
      .find((element) => element?.matches('[role=tab],button,label,summary') === true) ?? undefined
  );
}

function byRole(panel: Element): Element | undefined {
  if (!panel.matches('[role=tabpanel]')) return undefined;
  const list = listOf(panel);
  if (list === undefined) return undefined;
  const panels = [...document.querySelectorAll('[role=tabpanel]')].filter((other) => listOf(other) === list);
  return list.querySelectorAll('[role=tab]')[panels.indexOf(panel)];
}

/** The nearest list of tabs that stands beside the panel, not inside of it or of another one. */
function listOf(panel: Element): Element | undefined {
  const outer = panel.parentElement?.closest('[role=tabpanel]') ?? null;
  for (let around = panel.parentElement; around !== null && around !== outer; around = around.parentElement) {
    for (const list of around.querySelectorAll('[role=tablist]')) {
      if (list.closest('[role=tabpanel]') === outer) return list;
    }
  }
  return undefined;
}

function bySet(panel: Element): Element | undefined {
  for (const { set, tab, panel: member } of SETS) {
    const around = panel.parentElement?.closest(set);
    if (!around || !panel.matches(member)) continue;
    const own = (selector: string): Element[] =>
      [...around.querySelectorAll(selector)].filter((element) => element.parentElement?.closest(set) === around);
    const label = own(tab)[own(member).indexOf(panel)];
    if (label !== undefined) return label;
  }
  return undefined;
}

/** Tabs made of style alone put each panel behind its label. */
function labelBefore(panel: Element): Element | undefined {
  const before = panel.previousElementSibling;
  return before instanceof HTMLLabelElement && before.control?.matches('[type=radio],[type=checkbox]') === true
    ? before
    : undefined;
}

/** Whether a press does no more than show something: it neither leaves the page nor sends a form. */
function onlyShows(control: HTMLElement): boolean {
  if (control instanceof HTMLAnchorElement) return control.getAttribute('href')?.startsWith('#') !== false;
  if (control instanceof HTMLButtonElement) return control.type === 'button' || control.form === null;
  return !control.matches('input:not([type=radio],[type=checkbox])');
}
