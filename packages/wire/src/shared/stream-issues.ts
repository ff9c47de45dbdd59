import type { Issue } from '../dialect.ts';

/** What is wrong with asking for one JSON reply at a path that always streams; `path` is what the path says. */
export function streamIssues(path: true | undefined, asked: boolean | null | undefined): readonly Issue[] {
  if (path === undefined || asked !== false) return [];
  const message = '`stream` is always true here; drop `/stream` from the path for one JSON reply';
  return [{ path: 'stream', message }];
}
