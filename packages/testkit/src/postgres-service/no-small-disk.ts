import { mountSmallDisk } from './mount-small-disk.ts';

/** Why there can be no small disk here, `undefined` where there can. */
export function noSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'needs tmpfs of Linux';
  try {
    mountSmallDisk(65_536).close();
    return undefined;
  } catch {
    return 'this user may not mount a file system';
  }
}
