import type { IndexInfo } from '../types/store.ts';
import { infoDifferences } from './info-differences.ts';

/** Whether two stores show the same of everything that is not a page. Numbers of generations are each store's own. */
export function isSameGeneration(a: IndexInfo, b: IndexInfo): boolean {
  return infoDifferences(a, b).length === 0;
}
