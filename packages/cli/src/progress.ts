import type { IngestProgress, IngestStage } from '@ibid/core/ingest';
import type { SingleBar } from 'cli-progress';
import type { Terminal } from './terminal.ts';

const LABELS: Readonly<Record<IngestStage, string>> = {
  list: 'Listing pages',
  pages: 'Reading pages',
  fit: 'Learning the words of the site',
  embed: 'Embedding passages',
  publish: 'Publishing',
};
const LABEL_WIDTH = Math.max(...Object.values(LABELS).map((label) => label.length));

export interface Progress {
  readonly show: (event: IngestProgress) => void;
  /** Leaves the last state on the screen. */
  readonly end: () => void;
}

/** A bar per stage on a terminal; elsewhere one line per stage, so that logs stay readable. */
export async function openProgress(terminal: Terminal): Promise<Progress> {
  return terminal.live ? bars(terminal) : lines(terminal);
}

function lines(terminal: Terminal): Progress {
  let stage: IngestStage | undefined;
  return {
    show: (event) => {
      if (event.stage === stage) return;
      stage = event.stage;
      const total = event.total === undefined || event.total <= 1 ? '' : ` (${event.total})`;
      terminal.note(`${LABELS[stage]}${total}`);
    },
    end: () => undefined,
  };
}

async function bars(terminal: Terminal): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress');
  let stage: IngestStage | undefined;
  let bar: SingleBar | undefined;
  const { color } = terminal;
  return {
    show: (event) => {
      if (event.stage !== stage) {
        bar?.stop();
        stage = event.stage;
        bar = new cliProgress.SingleBar({
          format: `  ${LABELS[stage].padEnd(LABEL_WIDTH)} ${color.cyan('{bar}')} {value}/{total}`,
          barCompleteChar: '━',
          barIncompleteChar: '─',
          barsize: 24,
          hideCursor: true,
          clearOnComplete: false,
          gracefulExit: false,
        });
        bar.start(event.total ?? event.done, event.done);
      }
      bar?.setTotal(Math.max(event.total ?? event.done, 1));
      bar?.update(event.done);
    },
    end: () => bar?.stop(),
  };
}
