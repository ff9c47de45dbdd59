import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who has the writer's place. */
export interface Holder {
  readonly host: string;
  readonly pid: number;
}

export function thisHolder(): Holder {
  return { host: hostId(), pid: process.pid };
}

/** Whether the holder is known to be dead: only of processes on this host can that be said. */
export function isGone({ host, pid }: Holder): boolean {
  if (host !== hostId()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Process ids mean something only on one host and, in containers, in one namespace. */
function hostId(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not Linux: there are no namespaces.
  }
  return `${hostname()} ${namespace}`.trim();
}
