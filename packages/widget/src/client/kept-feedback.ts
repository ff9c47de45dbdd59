/** Feedback on answers of a static index that the reader's browser keeps, because its owner has named no address that receives it. */

/** Older entries are dropped. */
const MOST_KEPT = 500;

const keyOf = (api: string): string => `ibid feedback ${api}`;

/** Adds the body of a request for feedback, with the time, to what the browser keeps. Throws if it stores nothing. */
export function keepFeedback(api: string, body: unknown): void {
  const kept = [...keptFeedback(api), { ...(body as object), at: new Date().toISOString() }];
  localStorage.setItem(keyOf(api), JSON.stringify(kept.slice(-MOST_KEPT)));
}

/** Offers all feedback that the browser keeps as a file. */
export function downloadFeedback(api: string): void {
  const file = URL.createObjectURL(
    new Blob([JSON.stringify(keptFeedback(api), null, 2)], { type: 'application/json' }),
  );
  Object.assign(document.createElement('a'), { href: file, download: 'feedback.json' }).click();
  setTimeout(() => URL.revokeObjectURL(file));
}

/** Oldest first. Anybody may have written there. */
function keptFeedback(api: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(api)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
