import type { StoreDriver } from '@ibid/core/types';
import { memoryStore } from '@ibid/drivers/stores/memory';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** Every store that indexing is tested with; each call of a factory gives an empty one, in `folder` when it has files. */
export const TEST_STORES: readonly (readonly [name: string, create: (folder: string) => StoreDriver])[] = [
  ['memory', () => memoryStore()],
  ['sqlite', (folder) => sqliteStore({ file: join(folder, `${randomUUID()}.db`) })],
];
