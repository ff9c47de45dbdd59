import type { Look } from '../../postgres/heartbeat.ts';
import { isGone } from '../../files/holder-process.ts';

/** So long must a stamp that is old already stand still before our eyes, in beats. */
const BEATS_SEEN = 2.5;

/**
 * Given what each of many looks at a place shows, whether its holder has died: as `../../postgres/heartbeat.ts` finds it, for
 * looks that come as often as they like.
 */
export function standsStill(options: {
  readonly beatMs: number;
  readonly patienceMs: number;
  /** Whether nobody has what this token is in. */
  readonly isLeft: (token: string) => boolean;
}): (row: Look) => boolean {
  const { beatMs, patienceMs } = options;
  let before: Look | undefined;
  let seen = 0;
  let last = performance.now();
  return (row) => {
    const gap = performance.now() - last;
    last += gap;
    if (row.token === null) return false;
    if (options.isLeft(row.token) || isGone(row)) return true;
    const hasMoved = before === undefined || before.token !== row.token || before.beat !== row.beat;
    before = row;
    // Where this thread stood still itself, it saw nothing.
    seen = hasMoved ? 0 : seen + Math.min(gap, beatMs / 2);
    const isOld = row.now - row.beat >= patienceMs * 1000;
    return seen >= patienceMs || (isOld && seen >= BEATS_SEEN * beatMs);
  };
}
