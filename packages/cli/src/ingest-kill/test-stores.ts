import type { StoreDriver } from '@ibid/core';
import { memoryStore } from '@ibid/drivers/stores/memory';

/** Every store that indexing is tested with; each call of a factory gives an empty one, in `folder` when it has files. */
export const TEST_STORES: readonly (readonly [name: string, create: (folder: string) => StoreDriver])[] = [
  ['memory', () => memoryStore()],
];
