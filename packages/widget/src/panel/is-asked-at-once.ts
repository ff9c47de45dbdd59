import type { OpenRequest } from '../config/host-page.ts';

/** Whether the question of a request is asked without the reader's doing. Who only shows the page, or links to it from elsewhere, shall spend nothing and send nothing of what was asked before. */
export function isAskedAtOnce({ ask, linked }: OpenRequest): boolean {
  const isOwn = window === top && document.referrer.startsWith(`${location.origin}/`);
  return ask === true && (linked !== true || isOwn);
}
