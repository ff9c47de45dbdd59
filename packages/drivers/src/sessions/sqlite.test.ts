import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSessions } from '@ibid/testkit';
import { sqliteSessions } from './sqlite.ts';

// Many threads start here, and each would compile the driver again.
enableCompileCache(join(tmpdir(), 'ibid-tests'));

describeSessions({
  name: 'sqlite',
  lacks: ['turns'],
  make: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-sessions-'));
    const state = join(folder, 'state');
    return {
      driver: () => sqliteSessions({ file: join(state, 'state.db') }),
      bytes: async () =>
        Buffer.concat(await Promise.all((await readdir(state)).map((name) => readFile(join(state, name))))),
      remove: () => rm(folder, { recursive: true }),
    };
  },
});
