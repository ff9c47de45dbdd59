const STEP_MS = 16;

/** Waits until `check` holds; false when it does not in time. Frames are not counted on: a tab in the background draws none. */
export async function waitUntil(check: () => boolean, milliseconds: number): Promise<boolean> {
  for (let waited = 0; !check(); waited += STEP_MS) {
    if (waited >= milliseconds) return false;
    await pause(STEP_MS);
  }
  return true;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Waits for what moves around `element` to come to rest, but not long. */
export async function waitForRest(element: Element, milliseconds: number): Promise<void> {
  const moving = element
    .getAnimations({ subtree: true })
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < milliseconds);
  if (moving.length === 0) return;
  await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), pause(milliseconds)]);
}
