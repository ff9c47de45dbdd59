/** Feedback on answers of a static index that the reader's browser keeps, because its owner has named no address that receives it. */

interface Rating {
  readonly request_id?: string;
  readonly verdict?: string;
}

/** Older entries are dropped. */
const MOST_KEPT = 500;

/** Adds the body of a request for feedback, with the time, to what the browser keeps below `key`, instead of older feedback on the same answer. Throws if it stores nothing. */
export function keepFeedback(key: string, body: Rating): void {
  const others = keptFeedback(key).filter((one) => one?.request_id !== body.request_id);
  const kept = [...others, { ...body, at: new Date().toISOString() }];
  localStorage.setItem(key, JSON.stringify(kept.slice(-MOST_KEPT)));
}

/** Offers all feedback that the browser keeps as a file. */
export function downloadFeedback(key: string): void {
  const file = URL.createObjectURL(
    new Blob([JSON.stringify(keptFeedback(key), null, 2)], { type: 'application/json' }),
  );
  Object.assign(document.createElement('a'), { href: file, download: 'feedback.json' }).click();
  setTimeout(() => URL.revokeObjectURL(file));
}

/** Oldest first. Anybody may have written there. */
function keptFeedback(key: string): readonly (Rating | null)[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
