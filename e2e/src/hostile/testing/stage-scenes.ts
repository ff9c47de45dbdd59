import './open-victim.ts';

/** What a page says of itself, what is marked on it, and what is asked there. */
export interface Scene {
  readonly title: string;
  readonly heading: string;
  readonly id: string;
  readonly version: string;
  readonly passage: string;
  readonly question: string;
  /** Of the page, as it calls itself. */
  readonly canonical: string;
}

/** What was shown in one scene: before the question was sent, and beside it. */
export interface Staged {
  readonly passage: string;
  readonly place: string;
  readonly chips: string;
  readonly asked: string;
}

/**
 * Runs in the browser, on the page of a hostile site. For each scene it writes the page, says that the reader went there, marks the passage,
 * presses the shortcut, restricts the question to page and section, and asks.
 */
export async function stageScenes(scenes: readonly Scene[]): Promise<readonly Staged[]> {
  const root = document.querySelector('ibid-ask')!.shadowRoot!;
  const [title, heading, passage] = ['main h1', 'main h2', 'main p'].map((one) => document.querySelector(one)!);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')!;
  const staged: Staged[] = [];
  const { until } = window;
  const textOf = (selector: string): string =>
    [...root.querySelectorAll(selector)].map((one) => one.textContent).join('\n');

  for (const [at, scene] of scenes.entries()) {
    document.title = scene.title;
    title!.textContent = scene.title;
    heading!.textContent = scene.heading;
    heading!.id = scene.id;
    passage!.textContent = scene.passage;
    canonical.setAttribute('href', scene.canonical);
    document.querySelector<HTMLMetaElement>('meta[name=docusaurus_version]')!.content = scene.version;
    history.pushState(null, '', `${location.pathname}?scene=${at}#here`);
    (root.activeElement as HTMLElement | null)?.blur();
    getSelection()!.selectAllChildren(passage!);
    const before = textOf('.ibid-passage-text');
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'i',
        code: 'KeyI',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
        composed: true,
      }),
    );
    await until('the passage', () => textOf('.ibid-passage-text') !== before);
    const chips = (): readonly HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.ibid-chips .ibid-chip')];
    // The page before this one may still be chosen.
    if (chips()[0]!.ariaPressed === 'true') chips()[0]!.click();
    await until('no page', () => chips()[0]!.ariaPressed === 'false');
    chips()[1]?.click();
    await until('a section', () => chips()[1]?.ariaPressed !== 'false');
    const shown = {
      passage: textOf('.ibid-passage-text'),
      place: textOf('.ibid-passage-place'),
      chips: textOf('.ibid-chip'),
    };
    const field = root.querySelector<HTMLTextAreaElement>('.ibid-composer textarea')!;
    const count = root.querySelectorAll('.ibid-exchange').length;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, scene.question);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await until('a way to send', () => root.querySelector('.ibid-send')?.ariaDisabled === 'false');
    root.querySelector<HTMLElement>('.ibid-send')!.click();
    await until('the answer', () => {
      const isQuiet = root.querySelector('.ibid-log')!.ariaBusy === 'false';
      return isQuiet && root.querySelectorAll('.ibid-exchange').length === count + 1;
    });
    const asked = [...root.querySelectorAll('.ibid-asked')].at(-1)!.textContent;
    staged.push({ ...shown, asked });
  }
  return staged;
}
