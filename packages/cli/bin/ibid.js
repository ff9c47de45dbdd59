#!/usr/bin/env node
// Plain JavaScript that old Node versions can also parse. It finds a Node that is new enough for Ibid, then runs the program.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(realpathSync(fileURLToPath(import.meta.url)));
// The repository runs the TypeScript sources directly, which needs a newer Node than the published package.
const WANTED = existsSync(join(here, '..', 'src', 'main.ts')) ? [24, 15] : [22, 13];

// Node 22 warns at each start that its SQLite and glob are experimental, which nobody who runs a command can act on.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (rest[0] !== 'ExperimentalWarning') emitWarning(warning, ...rest);
};

if (isNewEnough(process.versions.node)) {
  // The compile cache makes later starts about a third faster.
  const modules = nearest(here, 'node_modules');
  if (modules !== undefined) nodeModule.enableCompileCache(join(modules, '.cache', 'ibid'));
  const { runCli } = await import('../src/main.ts');
  process.exitCode = await runCli(process.argv.slice(2));
} else {
  const node = bundledNode(here);
  if (node === undefined) {
    process.stderr.write(
      `ibid: this is Node ${process.versions.node}, and Ibid needs ${WANTED.join('.')} or newer.\n` +
        'Why: older versions lack the built-in SQLite.\n' +
        'Fix: install Node 24, or a newer one.\n',
    );
    process.exitCode = 1;
  } else {
    runWith(node);
  }
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1]);
}

/** Path of the `node` binary from the npm package `node`, in the nearest `node_modules` that has it. */
function bundledNode(folder) {
  const file = nearest(folder, join('node_modules', 'node', 'bin', 'node'));
  return file !== undefined && realpathSync(file) !== realpathSync(process.execPath) ? file : undefined;
}

/** Returns the path of `name` in `folder` or in the nearest parent folder that has it. */
function nearest(folder, name) {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, name))) return join(at, name);
    if (at === dirname(at)) return undefined;
  }
}

function runWith(node) {
  const child = spawn(node, [join(here, 'ibid.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends signals to both processes. Forwarding covers signals that were sent to this process only.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`ibid: ${node} cannot be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
