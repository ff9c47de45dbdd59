import { mkdtemp, rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeLedger } from '@ibid/testkit';
import { sqliteLedger } from './sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

describeLedger({
  name: 'sqlite',
  lacks: [],
  make: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-ledger-'));
    return {
      driver: () => sqliteLedger({ file: join(folder, 'state', 'ledger.db') }),
      remove: () => rm(folder, { recursive: true }),
    };
  },
});
