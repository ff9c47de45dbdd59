import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { StartContainer } from './container.ts';
import { watchProcess } from './watch-process.ts';

const run = promisify(execFile);
/** Of this machine: the C library that Node needs, and `env`. Every image has them. */
const LENT = ['usr/lib', 'usr/lib64', 'usr/bin'];
const LINKS = ['lib', 'lib64', 'bin'];
/** Arguments: the root, user, group, folder, then the volumes up to `--`, then the environment and the command. */
const SETUP = `set -e
root=$1 user=$2 group=$3 folder=$4; shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
for name in ${LENT.join(' ')}; do [ -d "/$name" ] && mount --bind -o ro "/$name" "$root/$name"; done
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
mount -t proc proc "$root/proc"
for name in null urandom; do mount --bind "/dev/$name" "$root/dev/$name"; done
while [ "$1" != -- ]; do mount --bind "$root$1" "$root$1"; shift; done
shift
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs --bounding-set -all,+sys_chroot,+setuid,+setgid chroot --userspec "$user:$group" --groups= "$root" /usr/bin/env -i -C "$folder" "$@"
`;

/** Whether this user may make namespaces and mounts here. */
export async function mayUseNamespaces(): Promise<boolean> {
  return run('unshare', ['-m', '-p', '-f', 'sh', '-c', 'mount --make-rprivate / && mount -t tmpfs tmp /mnt']).then(
    () => true,
    () => false,
  );
}

/**
 * Starts a program as an engine would with `--read-only`: as process 1, in a root of its own that cannot be written but for its volumes and a `/tmp` in
 * memory, as the image's user without any capability, with the image's environment alone. The network is this machine's.
 */
export const startInNamespaces: StartContainer = async ({ image: { root }, config, words, env }) => {
  for (const folder of [...LENT, 'proc', 'dev', 'tmp']) await mkdir(join(root, folder), { recursive: true });
  for (const name of LINKS) await symlink(`usr/${name}`, join(root, name)).catch(ignoreExisting);
  for (const name of ['null', 'urandom']) await run('touch', [join(root, 'dev', name)]);
  const PATH = '/usr/local/bin:/usr/bin';
  const variables = Object.entries({ PATH, ...config.env, ...env }).map(([name, value]) => `${name}=${value}`);
  const setup = [root, `${config.user}`, `${config.group}`, config.folder, ...config.volumes, '--'];
  const args = ['-m', '-p', '-f', '--kill-child', 'sh', '-c', SETUP, 'setup', ...setup, ...variables, ...words];
  const outer = watchProcess(spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] }));
  return { ...outer, pid: await childOf(outer.pid) };
};

/** The first process of the namespace, which signals have to reach. */
async function childOf(pid: number): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const child = Number.parseInt(children, 10);
    if (!Number.isNaN(child)) return child;
    await wait(10);
  }
  throw new Error('The program did not start in its namespace.');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
