import { mkdtemp, rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFeedback } from '@ibid/testkit';
import { sqliteFeedback } from './sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

describeFeedback({
  name: 'sqlite',
  lacks: [],
  make: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-feedback-'));
    return {
      driver: () => sqliteFeedback({ file: join(folder, 'state', 'feedback.db') }),
      remove: () => rm(folder, { recursive: true }),
    };
  },
});
