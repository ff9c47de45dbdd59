import { controlOf } from './control-of.ts';
import { waitForRest, waitUntil } from './wait.ts';

/** Frameworks draw what was pressed in a moment. */
const SHOWN_WITHIN_MS = 600;
const AT_REST_WITHIN_MS = 800;

/**
 * Opens what hides `node`, from the outside in: closed details, tabs that are not chosen, and whatever the page has a control for. The
 * site's own controls are pressed, so that its own state stays true. Resolves to false when something could not be opened, or when
 * the page replaced `node` meanwhile.
 */
export async function openAround(node: Node): Promise<boolean> {
  let outermost: Element | undefined;
  for (const element of ancestorsOf(node)) {
    if (!element.isConnected) return false;
    if (isShown(element)) continue;
    outermost ??= element;
    await open(element);
    if (!(await waitUntil(() => !element.isConnected || isShown(element), SHOWN_WITHIN_MS))) return false;
  }
  if (outermost !== undefined) await waitForRest(outermost, AT_REST_WITHIN_MS);
  return node.isConnected;
}

/** From the outside in; of text, its element is the last. */
function ancestorsOf(node: Node): readonly Element[] {
  const found: Element[] = [];
  for (
    let element = node instanceof Element ? node : node.parentElement;
    element !== null;
    element = element.parentElement
  )
    found.push(element);
  return found.toReversed();
}

/** Whether neither the element nor, of details, what it holds is hidden; that of its ancestors is known already. */
function isShown(element: Element): boolean {
  if (element instanceof HTMLDetailsElement) return element.open;
  if (element.localName === 'summary' || element.localName === 'html') return true;
  return typeof element.checkVisibility === 'function'
    ? element.checkVisibility()
    : getComputedStyle(element).display !== 'none';
}

async function open(element: Element): Promise<void> {
  if (element instanceof HTMLDetailsElement) {
    element.querySelector<HTMLElement>(':scope > summary')?.click();
    // Where the site's own handler does not open it, the browser does.
    if (!(await waitUntil(() => element.open, SHOWN_WITHIN_MS / 2))) element.open = true;
    return;
  }
  if (element.getAttribute('hidden') === 'until-found') {
    element.dispatchEvent(new Event('beforematch', { bubbles: true }));
    element.removeAttribute('hidden');
    return;
  }
  controlOf(element)?.click();
}
