import { dirname } from 'node:path';
import type { ContextFilter } from '../dockerfile/context-filter.ts';
import type { Dockerfile, Stage, Step } from '../dockerfile/dockerfile.ts';
import type { ProgramFacts } from './program-facts.ts';

export interface DockerfileSurroundings {
  readonly facts: ProgramFacts;
  readonly exists: ContextFilter;
  /** Whether `.dockerignore` lets a file through. */
  readonly isSent: ContextFilter;
}

/** What every image of Debian with Node has, and our steps may call. */
const PROGRAMS = new Set(['node', 'npm', 'mkdir', 'rm', 'ln']);
const SECRET = /(?:KEY|TOKEN|PASSWORD|SECRET|STATE_URL)$/u;
/** Variables that are not ours. */
const COMMON = new Set(['NODE_ENV', 'HOME']);

/** What in a Dockerfile does not keep what the image promises; empty when all does. */
export function dockerfileFaults(dockerfile: Dockerfile, around: DockerfileSurroundings): readonly string[] {
  const last = dockerfile.stages.at(-1)!;
  return dockerfile.stages
    .flatMap((stage, at) => stageFaults(stage, dockerfile.stages.slice(0, at), around))
    .concat(finalFaults(last, around.facts));
}

function stageFaults(
  stage: Stage,
  before: readonly Stage[],
  { facts, exists, isSent }: DockerfileSurroundings,
): string[] {
  const faults: string[] = [];
  const isOwn = before.some(({ name }) => name === stage.base);
  if (!isOwn && !stage.base.startsWith(`node:${facts.node}-`)) faults.push(`${stage.base} is not Node ${facts.node}`);
  for (const step of stage.steps) {
    const at = `line ${step.line}`;
    if (step.instruction === 'RUN') faults.push(...runFaults(step).map((fault) => `${at}: ${fault}`));
    if (step.instruction === 'ADD') faults.push(`${at}: ADD fetches and unpacks`);
    if (['ENV', 'ARG'].includes(step.instruction)) faults.push(...variableFaults(step, facts));
    if (step.instruction !== 'COPY') continue;
    const from = step.flags['from'];
    if (from !== undefined && !before.some(({ name }) => name === from))
      faults.push(`${at}: there is no stage ${from}`);
    if (from !== undefined) continue;
    for (const source of step.words.slice(0, -1)) {
      if (!exists(source)) faults.push(`${at}: there is no ${source}`);
      else if (!isSent(source)) faults.push(`${at}: .dockerignore keeps ${source} back`);
    }
  }
  return faults;
}

function runFaults({ text }: Step): string[] {
  const faults: string[] = [];
  for (const command of text.split(/&&|\|\||[;|]/u).map((part) => part.trim())) {
    const [program = ''] = command.split(/\s+/u);
    if (!PROGRAMS.has(program)) faults.push(`${program} is not in the base`);
    if (/(?:^|\s)\//u.test(command)) faults.push(`${command} names an absolute path`);
    if (program === 'npm' && !/^npm ci .*--ignore-scripts/u.test(command)) faults.push(`${command} is not \`npm ci\``);
  }
  return faults;
}

function variableFaults({ words }: Step, { variables }: ProgramFacts): string[] {
  const names = words.map((word) => word.split('=')[0]!);
  const unknown = names.filter((name) => !COMMON.has(name) && !variables.has(name));
  return [
    ...unknown.map((name) => `nothing reads ${name}`),
    ...names.filter((name) => SECRET.test(name)).map((name) => `${name} would lie in the image`),
  ];
}

function finalFaults({ steps }: Stage, facts: ProgramFacts): string[] {
  const last = (instruction: string): Step | undefined => steps.findLast((step) => step.instruction === instruction);
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  expect(/^[1-9]\d*:[1-9]\d*$/u.test(last('USER')?.text ?? ''), 'the user is root or has no number');
  for (const name of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK']) {
    expect(last(name)?.isExecForm === true, `${name} is not in exec form`);
  }
  expect(last('HEALTHCHECK')?.words.some((word) => /curl|wget/u.test(word)) === false, 'the health check needs curl');
  expect(last('STOPSIGNAL')?.text === 'SIGTERM', 'the stop signal is not the one that the server knows');
  expect(last('EXPOSE')?.text === String(facts.port), `the port is not ${facts.port}`);
  expect(last('CMD')?.words.join(' ') === 'serve --host 0.0.0.0', 'the command does not serve to other machines');
  expect(last('LABEL') !== undefined, 'there are no labels');
  expect(
    !steps.some(({ instruction, text }) => instruction === 'RUN' && /\bnpm (?:ci|i)/u.test(text)),
    'npm runs in the final stage',
  );
  expect(
    steps.some(({ instruction, text }) => instruction === 'RUN' && text.includes('bin/npm ')),
    'npm stays in the image',
  );
  const env = new Map(
    steps
      .filter(({ instruction }) => instruction === 'ENV')
      .flatMap(({ words }) => words.map((word) => word.split('=') as [string, string])),
  );
  expect(env.get('PORT') === String(facts.port), 'PORT is not the exposed port');
  expect(last('VOLUME')?.text === dirname(env.get('IBID_INDEX') ?? ''), 'the index does not lie in the volume');
  return faults;
}
