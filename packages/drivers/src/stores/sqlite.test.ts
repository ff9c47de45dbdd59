import { mkdtemp, rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '@ibid/testkit';
import { sqliteStore } from './sqlite.ts';

// Many threads start here, and each would compile the store again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

describeStore({
  name: 'sqlite',
  lacks: [],
  make: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-store-'));
    return {
      driver: () => sqliteStore({ file: join(folder, 'index', 'site.ibid') }),
      remove: () => rm(folder, { recursive: true }),
    };
  },
});
