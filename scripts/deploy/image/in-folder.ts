import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StartContainer } from './container.ts';
import { watchProcess } from './watch-process.ts';

const run = promisify(execFile);

/**
 * Where namespaces are not to be had: starts a program with the stage's folder in place of its root, its tree made read-only, as the image's user where
 * this one may change users. Places of the image in words and variables are put below that folder.
 */
export const startInFolder: StartContainer = async ({ image: { root }, config, words, env }) => {
  await run('chmod', ['-R', 'a-w', join(root, 'app'), join(root, 'usr')]);
  const isRoot = process.getuid?.() === 0;
  const placed = (text: string): string =>
    text.startsWith('/') && existsSync(join(root, text)) ? join(root, text) : text;
  const variables = Object.entries({ ...config.env, ...env }).map(([name, value]) => {
    const folder = value.slice(0, value.lastIndexOf('/'));
    return [name, folder.startsWith('/') && existsSync(join(root, folder)) ? join(root, value) : placed(value)];
  });
  const PATH = [join(root, 'usr/local/bin'), '/usr/bin', '/bin'].join(':');
  const [command = '', ...args] = words.map(placed);
  const child = spawn(command, args, {
    cwd: join(root, config.folder),
    env: { ...Object.fromEntries(variables), PATH, TMPDIR: join(root, 'tmp') },
    ...(isRoot ? { uid: config.user, gid: config.group } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watchProcess(child);
};
