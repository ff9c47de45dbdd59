/**
 * Notices pages that a program makes up without end, such as calendars, session mazes and tarpits: the same words again and
 * again (digits left out) below one path. The deepest directory in which a text stands for the 20th time is closed. The top
 * of the site is never closed; there only the pages themselves are left out.
 */
export interface Maze {
  /** Counts the page. True when its text stands here too often for it to be one of its own. */
  isMadeUp(url: URL, text: string): boolean;
  isClosed(url: URL): boolean;
}

const TIMES = 20;

export function createMaze(base: string): Maze {
  const counts = new Map<string, number>();
  const closed = new Set<string>();
  return {
    isMadeUp(url, text) {
      let madeUp = false;
      for (const folder of foldersBelow(base, url)) {
        const id = `${folder} ${text}`;
        const count = (counts.get(id) ?? 0) + 1;
        counts.set(id, count);
        if (count < TIMES) continue;
        if (!madeUp && folder !== base) closed.add(folder);
        madeUp = true;
      }
      return madeUp;
    },
    isClosed: (url) => closed.size > 0 && foldersBelow(base, url).some((folder) => closed.has(folder)),
  };
}

/** Folders that hold the page, deepest first, `base` last. */
function foldersBelow(base: string, url: URL): readonly string[] {
  const folders: string[] = [];
  for (let end = url.pathname.lastIndexOf('/'); end >= base.length - 1 && end >= 0;) {
    folders.push(url.pathname.slice(0, end + 1));
    if (end === 0) break;
    end = url.pathname.lastIndexOf('/', end - 1);
  }
  return folders;
}
