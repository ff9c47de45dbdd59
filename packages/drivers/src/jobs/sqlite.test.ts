import { mkdtemp, rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeJobs } from '@ibid/testkit';
import { sqliteJobs } from './sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

describeJobs({
  name: 'sqlite',
  lacks: [],
  make: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-jobs-'));
    return {
      driver: () => sqliteJobs({ file: join(folder, 'state', 'jobs.db'), beatMs: 20 }),
      remove: () => rm(folder, { recursive: true }),
    };
  },
});
