import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process as others can recognise it. */
export interface HolderProcess {
  /** Name of the host, for people. */
  readonly host: string;
  /** One boot of one kernel and one namespace of process ids in it, where `pid` means something; `''` where that cannot be said. */
  readonly space: string;
  readonly pid: number;
}

export function ownProcess(): HolderProcess {
  return { host: hostname(), space: processSpace(), pid: process.pid };
}

/** Whether the process is known to have ended; `false` says nothing. */
export function isGone({ space, pid }: HolderProcess): boolean {
  if (space === '' || space !== processSpace()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Names of hosts are not enough: many are called `localhost`, and the first namespace has the same number everywhere. */
function processSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Not Linux.
    return '';
  }
}
