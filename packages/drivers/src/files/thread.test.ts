import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  process.emitWarning('SQLite is new', 'ExperimentalWarning');
  process.emitWarning('Something else');
  parentPort.on('message', ({ id }) => setTimeout(() => parentPort.postMessage({ id }), 50));
`)}`;

test('a thread reports warnings of its code, but not that a part of Node is experimental', async () => {
  const start = `
    const { startThread } = await import(${JSON.stringify(new URL('thread.ts', import.meta.url).href)});
    await startThread(new URL(${JSON.stringify(MODULE)}), { ended: () => new Error('ended') }).call({});`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', start]);
  expect(stderr).toContain('Something else');
  expect(stderr).not.toContain('SQLite');
});
