export interface Exercised {
  /** Texts of the cards that were opened. */
  readonly cards: readonly string[];
  /** Links that were clicked. */
  readonly clicked: number;
}

/** Runs in the browser: does with the newest answer all that a reader can do: unfolds it, looks at each footnote, follows each link of this page. */
export async function exerciseAnswer(): Promise<Exercised> {
  const root: ParentNode = document.querySelector('ibid-ask')?.shadowRoot ?? document;
  const answer = [...root.querySelectorAll('.ibid-exchange')].at(-1);
  if (answer === undefined) throw new Error('There is no answer.');
  for (const more of answer.querySelectorAll<HTMLElement>('.ibid-more')) more.click();
  await new Promise(requestAnimationFrame);
  const card = root.querySelector<HTMLElement>('.ibid-card')!;
  const cards: string[] = [];
  for (const mark of answer.querySelectorAll<HTMLElement>('.ibid-ref')) {
    mark.focus();
    for (let turn = 0; card.hidden && turn < 5; turn += 1) await Promise.resolve();
    if (!card.hidden) cards.push(card.textContent);
  }
  const first = answer.querySelector<HTMLElement>('a.ibid-ref');
  first?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  let clicked = 0;
  const here = location.pathname.replace(/\/$/u, '') + location.search;
  for (const link of answer.querySelectorAll('a')) {
    clicked += 1;
    // One that is drawn is none of ours, and is a link all the same.
    if (!(link instanceof HTMLAnchorElement)) {
      (link as Element).dispatchEvent(new MouseEvent('click', { bubbles: true }));
      continue;
    }
    const { href, origin, pathname, search, target } = link;
    const isHere = pathname.replace(/\/$/u, '') + search === here;
    // What opens beside is the browser's. Another page of this site is a load, which would end what is being watched.
    const isElsewhere = origin === location.origin && !isHere;
    if (/^https?:/u.test(href) && (target === '_blank' || isElsewhere)) clicked -= 1;
    else link.click();
  }
  await new Promise(requestAnimationFrame);
  return { cards, clicked };
}
