import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** What a folder holds: everything that tells a changed file from an unchanged one, without reading it. */
export interface FolderScan {
  /** Path relative to the root, with `/` → size, times and place of the file. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders entered, `''` for the root, → their places. */
  readonly folders: ReadonlyMap<string, string>;
}

const IGNORED = /^(?:\..*|node_modules|.*~|#.*#|4913|.*\.(?:tmp|part|crdownload)|.*___jb_(?:tmp|old)___)$/iu;
/** Databases and their logs: the index itself, or that of a server beside it. */
const DATABASE = /\.(?:db|sqlite3?|ibid)(?:-(?:wal|shm|journal))?$/iu;

/** Names that begin with a dot, `node_modules`, what editors write beside a file, and databases: nothing of them is ever indexed. */
export function isIgnoredName(name: string): boolean {
  return IGNORED.test(name) || DATABASE.test(name);
}

/** `undefined` when the root is no folder any more. `isIgnored` is asked with paths relative to the root. */
export function scanFolder(root: string, isIgnored: (path: string) => boolean): FolderScan | undefined {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const open = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = readFolder(join(root, folder));
    if (entries === undefined) {
      if (folder === '') return undefined;
      continue;
    }
    folders.set(folder, placeOf(join(root, folder)));
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isIgnoredName(entry.name) || isIgnored(path)) continue;
      // Links to folders are not followed, as when indexing.
      if (entry.isDirectory()) open.push(path);
      else files.set(path, stateOf(join(root, path)));
    }
  }
  return { files, folders };
}

export function isSameScan(one: FolderScan, other: FolderScan): boolean {
  if (one.files.size !== other.files.size) return false;
  for (const [path, state] of one.files) if (other.files.get(path) !== state) return false;
  return true;
}

/** Also tells a file that was replaced by another of the same size and time from the one before. */
export function stateOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return '';
  return [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

/** A folder made anew often gets the number of the one that was deleted. */
function placeOf(folder: string): string {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

function readFolder(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or not for us to read, which the run will tell.
    return undefined;
  }
}
