import type { Terminal } from './terminal.ts';

/** Progress of a stage; `total` is `undefined` while it is unknown. */
interface Step<Stage extends string> {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number | undefined;
}

/** Display name of each stage. */
export type StageLabels<Stage extends string> = Readonly<Record<Stage, string>>;

/** After 5 % of a stage, the remaining time is shown if it is at least this many seconds. */
const LEAST_ESTIMATE_S = 10;
const ESTIMATE_SHARE = 0.05;
const BAR_WIDTH = 20;
/** Milliseconds between two drawings of a stage. */
const REDRAW_MS = 50;
const CLEAR_LINE = '\r\u001B[K';

/** Runs `work`, showing a bar per stage on a terminal, and elsewhere one line per stage, so that logs stay readable. Its notes go above the bar. */
export async function withProgress<Stage extends string, T>(
  terminal: Terminal,
  labels: StageLabels<Stage>,
  work: (show: (step: Step<Stage>) => void, note: (line: string) => void) => Promise<T>,
): Promise<T> {
  const { draw, note, color } = terminal;
  const width = Math.max(...Object.values<string>(labels).map((label) => label.length));
  let stage: Stage | undefined;
  let begun = 0;
  let drawn = 0;
  /** Draws the last step. */
  let drawBar: (() => void) | undefined;
  let hasEstimate = false;

  function show({ stage: current, done, total }: Step<Stage>): void {
    const now = performance.now();
    const isNew = current !== stage;
    if (isNew && stage !== undefined) endBar();
    if (isNew) [stage, begun, hasEstimate] = [current, now, false];
    const seconds =
      total === undefined || done < ESTIMATE_SHARE * total ? 0 : ((now - begun) / 1000) * (total / done - 1);
    const left = seconds >= LEAST_ESTIMATE_S ? `${Math.ceil(seconds / 10) * 10} s left` : '';
    if (draw !== undefined) {
      drawBar = () => {
        // Without a total, the bar is empty and only the count is shown.
        const full = total === undefined ? 0 : Math.min(BAR_WIDTH, Math.round((BAR_WIDTH * done) / Math.max(total, 1)));
        const bar = color.cyan('━'.repeat(full) + '─'.repeat(BAR_WIDTH - full));
        const count = total === undefined ? done : `${done}/${total}`;
        draw(`${CLEAR_LINE}  ${labels[current].padEnd(width)} ${bar} ${count} ${color.dim(left)}`);
      };
      if (!isNew && now - drawn < REDRAW_MS) return;
      drawn = now;
      drawBar();
    } else if (isNew) {
      note(labels[current] + (total === undefined || total <= 1 ? '' : ` (${total})`));
    } else if (!hasEstimate && total !== undefined && done >= ESTIMATE_SHARE * total) {
      hasEstimate = true;
      if (left !== '') note(`  about ${left}`);
    }
  }

  function endBar(): void {
    drawBar?.();
    draw?.('\n');
  }

  function noteAbove(line: string): void {
    draw?.(CLEAR_LINE);
    note(line);
    drawBar?.();
  }

  return work(show, noteAbove).finally(() => {
    if (stage !== undefined) endBar();
  });
}

/** Progress of a model download, converted from bytes to megabytes. */
export function inMegabytes(done: number, total: number | undefined): Step<'fetch'> {
  return { stage: 'fetch', done: megabytes(done), total: total === undefined ? undefined : megabytes(total) };
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
