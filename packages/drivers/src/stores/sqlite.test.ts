import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '@ibid/testkit';
import { sqliteStore } from './sqlite.ts';

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
