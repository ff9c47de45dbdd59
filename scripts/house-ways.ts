import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleServer, indexBook } from './doc-examples/example-server.ts';

/** Number of functions of this repository that ran at least once, and the files that contain them. */
export interface Way {
  readonly name: string;
  readonly functions: number;
  readonly files: readonly string[];
}

/**
 * Indexes two pages and asks two questions over HTTP, and counts with V8's coverage the functions that run for the second ones. So code
 * that only the start needs is not counted; neither are worker threads.
 */
export async function measureWays(): Promise<readonly Way[]> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.adopt(await mkdtemp(join(tmpdir(), 'ibid-ways-')), (path) => rm(path, { recursive: true }));
  const file = join(folder, 'index.db');
  const coverage = new Session();
  coverage.connect();
  cleanup.defer(() => coverage.disconnect());
  await coverage.post('Profiler.enable');
  await coverage.post('Profiler.startPreciseCoverage', { callCount: true });

  await indexPage(folder, 'install');
  await ranSinceLastCall(coverage);
  await indexPage(folder, 'configure');
  const page = await ranSinceLastCall(coverage);

  const server = cleanup.use(await exampleServer(file));
  await ask(server.url, 'How do I install it?');
  await ranSinceLastCall(coverage);
  await ask(server.url, 'How do I configure it?');
  const question = await ranSinceLastCall(coverage);
  return [
    { name: 'question', ...question },
    { name: 'page', ...page },
  ];
}

async function indexPage(folder: string, verb: string): Promise<void> {
  const options = '- `--fast` makes it fast.\n- `--slow` makes it slow.';
  const text = `# How to ${verb} it\n\nTo ${verb} it, run \`tool ${verb}\` once.\n\n## Options\n\n${options}\n`;
  await writeFile(join(folder, `${verb}.md`), text);
  await indexBook(join(folder, 'index.db'), {}, folder);
}

async function ask(server: string, query: string): Promise<void> {
  const reply = await fetch(`${server}/api/ask/stream`, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json' },
  });
  const text = await reply.text();
  if (!reply.ok || !text.includes('event: citation')) throw new Error(`No answer to "${query}": ${text}`);
}

async function ranSinceLastCall(coverage: Session): Promise<Omit<Way, 'name'>> {
  const { result } = await coverage.post('Profiler.takePreciseCoverage');
  const files = new Map<string, number>();
  for (const { url, functions } of result) {
    const path = /\/(packages\/[^/]+\/src\/.+)$/u.exec(url)?.[1];
    // The nameless function at the start of a file is the file itself, at its first import.
    const ran = functions.filter(({ functionName, ranges }) => {
      const [range] = ranges;
      return range!.count > 0 && (functionName !== '' || range!.startOffset > 0);
    });
    if (path !== undefined && ran.length > 0) files.set(path, ran.length);
  }
  const functions = [...files.values()].reduce((total, count) => total + count, 0);
  return { functions, files: [...files.keys()].sort() };
}
