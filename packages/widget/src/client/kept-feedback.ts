/** Feedback on answers of a static index that the reader's browser keeps, because its owner has named no address that receives it. */

interface Rating {
  readonly request_id?: string;
  readonly verdict?: string;
}

/** Older entries are dropped. */
const MOST_KEPT = 500;

/** Adds the body of a request for feedback, with the time, to what the browser keeps for a site, instead of older feedback on the same answer. Throws if it stores nothing. */
export function keepFeedback(api: string, body: Rating): 'kept' {
  const others = keptFeedback(api).filter((one) => one?.request_id !== body.request_id);
  const kept = [...others, { ...body, at: new Date().toISOString() }];
  localStorage.setItem(keyOf(api), JSON.stringify(kept.slice(-MOST_KEPT)));
  return 'kept';
}

/** Offers all feedback that the browser keeps as a file. */
export function download(api: string): void {
  const file = URL.createObjectURL(
    new Blob([JSON.stringify(keptFeedback(api), null, 2)], { type: 'application/json' }),
  );
  Object.assign(document.createElement('a'), { href: file, download: 'feedback.json' }).click();
  setTimeout(() => URL.revokeObjectURL(file));
}

/** Oldest first. Anybody may have written there. */
function keptFeedback(api: string): readonly (Rating | null)[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(api)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Removes all feedback that the browser keeps. */
export function forget(api: string): void {
  try {
    localStorage.removeItem(keyOf(api));
  } catch {
    // Blocked, so that nothing is kept.
  }
}

function keyOf(api: string): string {
  return `ibid feedback ${api}`;
}
