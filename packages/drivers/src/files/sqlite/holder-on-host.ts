import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Process ids mean something only on one host and, in containers, in one namespace. */
export function hostId(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not Linux: there are no namespaces.
  }
  return `${hostname()} ${namespace}`.trim();
}

/** Whether the holder's process is known to have ended; `false` says nothing. */
export function isGone({ host, pid }: { readonly host: string; readonly pid: number }): boolean {
  if (host !== hostId()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
