import type { BuiltStage } from './build-stages.ts';
import type { Stage } from '../dockerfile/dockerfile.ts';

/** What an image says about how it is run: the last word of each instruction in its stage. */
export interface ImageConfig {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: number;
  readonly group: number;
  readonly volumes: readonly string[];
}

export interface Container {
  /** The system's number of the program's first process. */
  readonly pid: number;
  /** What the program wrote so far, both streams. */
  output(): string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export interface StartOptions {
  readonly image: BuiltStage;
  readonly config: ImageConfig;
  /** In place of the entry and its command. */
  readonly words: readonly string[];
  /** Over those of the image. */
  readonly env: Readonly<Record<string, string>>;
}

export type StartContainer = (options: StartOptions) => Promise<Container>;

/** Reads the configuration out of the steps of the last stage. Throws for a user without a number. */
export function imageConfig({ steps }: Pick<Stage, 'steps'>): ImageConfig {
  const last = (instruction: string): readonly string[] =>
    steps.findLast((step) => step.instruction === instruction)?.words ?? [];
  const pairs = steps.filter(({ instruction }) => instruction === 'ENV').flatMap(({ words }) => words);
  const [user, group] = (last('USER')[0] ?? '').split(':').map(Number);
  if (user === undefined || group === undefined || Number.isNaN(user + group)) {
    throw new Error('The image names no user and group by number.');
  }
  return {
    entrypoint: last('ENTRYPOINT'),
    command: last('CMD'),
    healthcheck: last('HEALTHCHECK'),
    env: Object.fromEntries(pairs.map((pair) => [pair.split('=')[0]!, pair.slice(pair.indexOf('=') + 1)])),
    folder: last('WORKDIR')[0] ?? '/',
    user,
    group,
    volumes: last('VOLUME'),
  };
}
