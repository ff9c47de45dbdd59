/** Where a citation was to land, kept over a full load of its page. */
export interface KeptReveal {
  /** Path of the page here. */
  readonly path: string;
  readonly anchor: string;
  readonly quote: string;
}

export const REVEAL_KEY = 'ibid:reveal';

/** For the next page; does nothing where the browser keeps nothing for us. */
export function keepReveal(reveal: KeptReveal): void {
  try {
    sessionStorage.setItem(REVEAL_KEY, JSON.stringify({ ...reveal, at: Date.now() }));
  } catch {
    // Without storage the link's own text fragment has to do.
  }
}
