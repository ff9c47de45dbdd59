import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, glob, mkdir, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { contextFilter } from '../dockerfile/context-filter.ts';
import type { Dockerfile, Stage, Step } from '../dockerfile/dockerfile.ts';

const run = promisify(execFile);
const NODE = createRequire(import.meta.url).resolve('node/bin/node');

/** A stage as it was made in a folder that stands for its root. */
export interface BuiltStage {
  readonly name: string;
  readonly root: string;
  /** Bytes, without those of its base. */
  readonly size: number;
}

export interface BuildStagesOptions {
  readonly dockerfile: Dockerfile;
  /** Text of `.dockerignore`. */
  readonly dockerignore: string;
  /** The repository. */
  readonly context: string;
  /** Stages become folders in here. */
  readonly to: string;
  readonly onStep: (line: string) => void;
}

/**
 * Takes the COPY and RUN steps of each stage in turn, as an engine would, but in folders: absolute places are below the stage's folder, and commands run
 * on this machine, in the stage's working folder and with the stage's programs first. So commands may name relative paths alone. For an image that is
 * not a stage stands a folder with this repository's Node and the machine's npm. Rejects with what a failing command wrote.
 */
export async function buildStages(options: BuildStagesOptions): Promise<readonly BuiltStage[]> {
  const built = new Map<string, BuiltStage>();
  for (const stage of options.dockerfile.stages) {
    const root = join(options.to, stage.name);
    const base = built.get(stage.base);
    if (base === undefined) await standIn(root);
    else await run('cp', ['-a', base.root, root]);
    const before = await sizeOf(root);
    await takeSteps(stage, root, built, options);
    built.set(stage.name, { name: stage.name, root, size: (await sizeOf(root)) - before });
  }
  return [...built.values()];
}

/** Node and npm, where Node's own images have them. */
async function standIn(root: string): Promise<void> {
  const bin = join(root, 'usr/local/bin');
  await mkdir(bin, { recursive: true });
  await mkdir(join(root, 'var/lib'), { recursive: true });
  await mkdir(join(root, 'tmp'));
  await chmod(join(root, 'tmp'), 0o1777);
  await copyFile(NODE, join(bin, 'node'));
  await chmod(join(bin, 'node'), 0o755);
  const { stdout } = await run('sh', ['-c', 'command -v npm']);
  await symlink(stdout.trim(), join(bin, 'npm'));
}

async function takeSteps(
  stage: Stage,
  root: string,
  built: ReadonlyMap<string, BuiltStage>,
  { context, dockerignore, onStep }: BuildStagesOptions,
): Promise<void> {
  const isSent = contextFilter(dockerignore);
  let folder = '/';
  for (const step of stage.steps) {
    const at = join(root, folder);
    if (step.instruction === 'WORKDIR') {
      folder = resolve(folder, step.text);
      await mkdir(join(root, folder), { recursive: true });
    } else if (step.instruction === 'COPY') {
      onStep(`${stage.name}: COPY ${step.text}`);
      const from = step.flags['from'];
      if (from === undefined) await copy(step, context, join(root, resolve(folder, step.words.at(-1)!)), isSent);
      else await copy(step, rootOf(from, built), join(root, resolve(folder, step.words.at(-1)!)), () => true);
      await giveAway(step, root, resolve(folder, step.words.at(-1)!));
    } else if (step.instruction === 'RUN') {
      onStep(`${stage.name}: RUN ${step.text}`);
      await runIn(at, root, step.text);
    }
  }
}

function rootOf(name: string, built: ReadonlyMap<string, BuiltStage>): string {
  const stage = built.get(name);
  if (stage === undefined) throw new Error(`There is no stage \`${name}\` to copy from.`);
  return stage.root;
}

/** The contents of a folder, or files into a folder; a folder of the context without what is not sent. */
async function copy(step: Step, from: string, to: string, isSent: (path: string) => boolean): Promise<void> {
  for (const word of step.words.slice(0, -1)) {
    const source = join(from, word);
    const isFolder = (await stat(source)).isDirectory();
    if (!isFolder && !isSent(word))
      throw new Error(`\`.dockerignore\` keeps back \`${word}\`, which line ${step.line} copies.`);
    if (!isFolder) {
      const isInto = step.text.endsWith('/') || step.words.length > 2;
      await mkdir(isInto ? to : dirname(to), { recursive: true });
      await copyFile(source, isInto ? join(to, basename(word)) : to);
      continue;
    }
    await mkdir(to, { recursive: true });
    await cp(source, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: async (path) => {
        const inside = path.slice(from.length + 1);
        return (
          path === source ||
          (await stat(path).then(
            (found) => found.isDirectory(),
            () => false,
          )) ||
          isSent(inside)
        );
      },
    });
  }
}

/** `--chown`, which takes a root's rights: without them everything belongs to this user anyway. */
async function giveAway({ flags, words }: Step, root: string, to: string): Promise<void> {
  const owner = flags['chown'];
  if (owner === undefined || process.getuid?.() !== 0) return;
  const source = words[0]!;
  for await (const name of glob('*', { cwd: join(root, '..', flags['from'] ?? '', source) })) {
    await run('chown', ['-R', owner, join(root, to, name)]);
  }
}

async function runIn(cwd: string, root: string, command: string): Promise<void> {
  const PATH = [join(root, 'usr/local/bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  try {
    await run('sh', ['-c', command], { cwd, env: { ...inherited(), PATH }, maxBuffer: 1e8 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`\`${command}\` failed:\n${`${stdout}${stderr}`.slice(-4_000)}`, { cause: error });
  }
}

const KEPT = /^(?:HOME|LANG|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cache))$/iu;

/** Without what npm and test runners leave for their children. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)));
}

async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-s', '--apparent-size', '-B1', folder]);
  return Number.parseInt(stdout, 10);
}
