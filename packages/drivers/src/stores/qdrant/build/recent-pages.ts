import type { IndexedPage } from '@ibid/core/types';
import type { BuildPage } from './open-build.ts';

/** Contents of a build that went over the wire lately, so that what was just put or listed is not asked for again. */
export interface RecentPages {
  /** Only the very content that the build has. */
  get(page: Pick<BuildPage, 'url' | 'stamp'>): IndexedPage | undefined;
  keep(page: Pick<BuildPage, 'url' | 'stamp'>, content: IndexedPage): void;
}

/** What is listed at once, a few times over. */
const MOST_CHUNKS = 1024;

export function recentPages(most: number = MOST_CHUNKS): RecentPages {
  const kept = new Map<string, { readonly stamp: string; readonly content: IndexedPage }>();
  let chunks = 0;
  const drop = (url: string): void => {
    chunks -= weight(kept.get(url)?.content);
    kept.delete(url);
  };
  return {
    get({ url, stamp }) {
      const found = kept.get(url);
      return found?.stamp === stamp ? found.content : undefined;
    },
    keep({ url, stamp }, content) {
      drop(url);
      kept.set(url, { stamp, content });
      chunks += weight(content);
      for (const oldest of kept.keys()) {
        if (chunks <= most) break;
        drop(oldest);
      }
    },
  };
}

/** A page without chunks takes room too. */
function weight(content: IndexedPage | undefined): number {
  return content === undefined ? 0 : Math.max(1, content.chunks.length);
}
