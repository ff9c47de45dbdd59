/** `npm start`: indexes the example textbook, which takes moments once it is done, and serves the question page over it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../packages/cli/src/index.ts';

const INDEX = '.ibid/physical-ai-book.db';

process.chdir(join(import.meta.dirname, '..'));
const indexed = await runCli(['index', 'examples/physical-ai-book/docs', '--index', INDEX]);
// A page that cannot be read is no reason to show nothing, and neither is a run that failed over an index that is there.
const servable = existsSync(INDEX) && indexed !== 130;
process.exitCode = servable ? await runCli(['serve', '--index', INDEX, '--title', 'the Physical AI book']) : indexed;
