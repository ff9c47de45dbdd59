import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, so that it can be full without any harm to others. */
export interface SmallDisk {
  readonly path: string;
  free(): number;
  /** Fills it with a file that is in nobody's way, up to so many bytes, in whole pages; 0 unless given. */
  fill(leave?: number): void;
  makeRoom(): void;
  /** Removes it and all that is on it; may be repeated. */
  close(): void;
}

const PAGE = 4096;
/** Of the system, so no package has them. */
const [MOUNT, UNMOUNT] = ['/bin/mount', '/bin/umount'] as const;

/** Rejects where this process may not mount: see `noSmallDisk`. */
export function mountSmallDisk(bytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'ibid-small-disk-'));
  execFileSync(MOUNT, ['-t', 'tmpfs', '-o', `size=${bytes},mode=1777`, 'tmpfs', path], { stdio: 'pipe' });
  const ballast = join(path, 'ballast');
  let isMounted = true;
  const free = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    free,
    fill(leave = 0) {
      const page = Buffer.alloc(PAGE, 1);
      const handle = openSync(ballast, 'a');
      try {
        while (free() >= leave + PAGE) writeSync(handle, page);
      } finally {
        closeSync(handle);
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    close() {
      if (!isMounted) return;
      isMounted = false;
      // Somebody may still have a file open.
      execFileSync(UNMOUNT, ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}
