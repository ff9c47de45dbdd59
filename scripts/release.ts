/**
 * Prepares the packages for publishing, and tries them like a user with an empty folder and the README.
 *
 * npm run release -- --dry-run                     everything but publishing; the tarballs stay in out/packed
 * npm run release -- --dry-run --only pnpm,pnp --node 22
 * npm run release                                  also prints the commands that publish
 * npm run release -- --publish                     also runs them, if everything before has passed
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loopbackRegistry } from './pack/loopback-registry.ts';
import { packAll, type Tarball } from './pack/pack-all.ts';
import { checkPackage, checkVersions } from './release/check-packages.ts';
import { MANAGERS } from './release/managers.ts';
import { checkPublishable, publishCommands } from './release/publish.ts';
import { describeSteps, runSteps, type Step, type StepResult } from './release/run-steps.ts';
import { installTools, NODES, type Tools } from './release/tools.ts';
import { checkSize, trialSteps } from './release/try-packages.ts';

export const UPSTREAM: string = process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/';
const OUT = join(import.meta.dirname, '../out/packed');
const HELP = `npm run release -- [options]

Packs all packages into out/packed, checks versions, changelog, exports and types (publint, arethetypeswrong), installs them into empty folders
and runs there what the README says. Packages that are not ours come from ${UPSTREAM}.

  --dry-run             publishes nothing, and says no commands that would
  --only <managers>     ${Object.keys(MANAGERS).join(',')} unless given
  --node <versions>     ${Object.keys(NODES).join(',')} unless given
  --json                the results as JSON on standard output
  --publish             runs \`npm publish --provenance\` for each package, where all steps have passed
`;

export interface ReleaseOptions {
  readonly managers: readonly string[];
  readonly nodes: readonly string[];
  /** Those installed before, if any. */
  readonly tools?: Tools;
  /** Receives a line for each step as it ends. */
  readonly log: (line: string) => void;
}

/** Packs into `out`, then checks and tries the packages. The folder of the trials is kept only if something failed. */
export async function tryRelease(
  out: string,
  { managers, nodes, tools: installed, log }: ReleaseOptions,
): Promise<{ readonly tarballs: readonly Tarball[]; readonly results: readonly StepResult[] }> {
  const scratch = await mkdtemp(join(tmpdir(), 'ibid-release-'));
  await rm(out, { recursive: true, force: true });
  log('Packing and fetching tools …');
  const tarballs = await packAll(out);
  const folder = async (name: string): Promise<string> => {
    await mkdir(join(scratch, name), { recursive: true });
    return join(scratch, name);
  };
  const tools = installed ?? (await installTools(await folder('tools')));
  await using cleanup = new AsyncDisposableStack();
  const { url: registry, close } = await loopbackRegistry(tarballs, UPSTREAM);
  cleanup.defer(close);
  const results = [...(await runSteps(checkSteps(tarballs, tools), log))];
  for (const node of nodes)
    for (const manager of managers) {
      const commands = MANAGERS[manager]!;
      const at = await folder(`${manager}-${node}`);
      const env = tools.env(node);
      results.push(
        ...(await runSteps(
          trialSteps({ manager, node, commands, tarballs, registry, upstream: UPSTREAM, folder: at, env }),
          log,
        )),
      );
    }
  if (managers.includes('npm')) {
    const cache = join(scratch, `npm-${nodes[0]}`, 'npm');
    const repeat = 'npm run release -- --dry-run --only npm';
    const size: Step = { name: 'size of ibid', run: () => checkSize(cache), repeat };
    results.push(...(await runSteps([size], log)));
  }
  if (results.every(({ failure }) => failure === undefined)) await rm(scratch, { recursive: true, force: true });
  else log(`What was installed is in ${scratch}`);
  return { tarballs, results };
}

function checkSteps(tarballs: readonly Tarball[], tools: Tools): readonly Step[] {
  const repeat = 'npm run release -- --dry-run --only npm --node 24';
  return [
    { name: 'versions and changelog', run: () => checkVersions(tarballs), repeat },
    ...tarballs.map((tarball) => ({ name: `${tarball.name}`, run: () => checkPackage(tarball, tools), repeat })),
  ];
}

function listed(given: string, known: object, option: string): readonly string[] {
  const names = given.split(',');
  const unknown = names.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return names;
  throw new Error(`\`${option}\` knows ${Object.keys(known).join(', ')}, and not ${unknown.join(', ')}`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      only: { type: 'string', default: Object.keys(MANAGERS).join(',') },
      node: { type: 'string', default: Object.keys(NODES).join(',') },
      json: { type: 'boolean', default: false },
      publish: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const managers = listed(values.only, MANAGERS, '--only');
  const nodes = listed(values.node, NODES, '--node');
  if (values.publish && values['dry-run']) throw new Error('`--publish` and `--dry-run` contradict each other');
  if (values.publish) await checkPublishable();
  const { tarballs, results } = await tryRelease(OUT, { managers, nodes, log: say });
  process.stdout.write(values.json ? `${JSON.stringify({ results }, null, 2)}\n` : `\n${describeSteps(results)}\n`);
  if (results.some(({ failure }) => failure !== undefined)) return 1;
  if (values['dry-run']) return 0;
  const commands = publishCommands(tarballs);
  if (!values.publish) {
    process.stderr.write(
      `\nTo publish, run in a CI that npm trusts (\`--publish\` does it):\n${commands.map((one) => one.join(' ')).join('\n')}\n`,
    );
    return 0;
  }
  for (const [command, ...args] of commands) execFileSync(command, args, { stdio: 'inherit' });
  return 0;
}

if (import.meta.main) {
  process.exitCode = await main().catch((error: Error) => {
    process.stderr.write(`release: ${error.message}\n`);
    return 2;
  });
}
