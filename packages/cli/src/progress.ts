import type { SingleBar } from 'cli-progress';
import type { Terminal } from './terminal.ts';

/** Progress of a stage; `total` is `undefined` while it is unknown. */
interface Step<Stage extends string> {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number | undefined;
}

/** Display name of each stage. */
export type StageLabels<Stage extends string> = Readonly<Record<Stage, string>>;

interface Progress<Stage extends string> {
  readonly show: (event: Step<Stage>) => void;
  /** Leaves the last state on the screen. */
  readonly end: () => void;
}

/** Runs `work`, showing a bar per stage on a terminal, and elsewhere one line per stage, so that logs stay readable. */
export async function withProgress<Stage extends string, T>(
  terminal: Terminal,
  labels: StageLabels<Stage>,
  work: (show: Progress<Stage>['show']) => Promise<T>,
): Promise<T> {
  const { show, end } = terminal.live ? await bars(terminal, labels) : lines(terminal, labels);
  return work(show).finally(end);
}

/** After 5 % of a stage, the remaining time is printed if it is at least this many seconds. */
const LEAST_ESTIMATE_S = 10;
const ESTIMATE_SHARE = 0.05;

function lines<Stage extends string>(terminal: Terminal, labels: StageLabels<Stage>): Progress<Stage> {
  let stage: Stage | undefined;
  let begun = 0;
  let hasEstimate = false;
  return {
    show: (event) => {
      if (event.stage === stage) {
        if (hasEstimate || event.total === undefined || event.done < ESTIMATE_SHARE * event.total) return;
        hasEstimate = true;
        const seconds = ((performance.now() - begun) / 1000) * (event.total / event.done - 1);
        if (seconds >= LEAST_ESTIMATE_S) terminal.note(`  about ${Math.ceil(seconds / 10) * 10} s left`);
        return;
      }
      stage = event.stage;
      begun = performance.now();
      hasEstimate = false;
      const total = event.total === undefined || event.total <= 1 ? '' : ` (${event.total})`;
      terminal.note(`${labels[stage]}${total}`);
    },
    end: () => undefined,
  };
}

async function bars<Stage extends string>(terminal: Terminal, labels: StageLabels<Stage>): Promise<Progress<Stage>> {
  const { default: cliProgress } = await import('cli-progress');
  const width = Math.max(...Object.values<string>(labels).map((label) => label.length));
  let stage: Stage | undefined;
  let bar: SingleBar | undefined;
  const { color } = terminal;
  return {
    show: (event) => {
      if (event.stage !== stage) {
        bar?.stop();
        stage = event.stage;
        bar = new cliProgress.SingleBar({
          // The remaining time is estimated from the duration of the last steps.
          format: `  ${labels[stage].padEnd(width)} ${color.cyan('{bar}')} {count}${stage === 'embed' ? color.dim(' {eta_formatted} left') : ''}`,
          barCompleteChar: '━',
          barIncompleteChar: '─',
          barsize: 24,
          hideCursor: true,
          clearOnComplete: false,
          gracefulExit: false,
        });
        bar.start(event.total ?? Infinity, event.done, { count: '' });
      }
      const { done, total } = event;
      // Without a total, the bar is empty and only the count is shown.
      bar?.setTotal(total === undefined ? Infinity : Math.max(total, 1));
      bar?.update(done, { count: total === undefined ? `${done}` : `${done}/${total}` });
    },
    end: () => bar?.stop(),
  };
}

/** Progress of a model download, converted from bytes to megabytes. */
export function inMegabytes(done: number, total: number | undefined): Step<'fetch'> {
  return { stage: 'fetch', done: megabytes(done), total: total === undefined ? undefined : megabytes(total) };
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
