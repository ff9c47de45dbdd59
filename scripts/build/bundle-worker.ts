import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { STATIC_FORMAT } from '../../packages/drivers/src/stores/static/format.ts';

export const WORKER = 'ibid-worker.js';

/** What a page never does: its requests bring no passages whose tokens are counted, and nothing records its spans. Two megabytes less to load. */
const LEFT_OUT = {
  'chunk/count-tokens.ts': "export const countTokens = () => { throw new Error('Pages send no passages.'); };",
  'answer/in-span.ts':
    'export const inSpan = (_, _call, step) => step(() => {}); export const streamInSpan = (_, events) => events;',
};

const leftOut: Plugin = {
  name: 'left-out',
  load: {
    filter: { id: /\/(?:count-tokens|in-span)\.ts$/u },
    handler(id) {
      const file = Object.entries(LEFT_OUT).find(([name]) => id.endsWith(name));
      return file === undefined ? undefined : { code: file[1], moduleType: 'js' };
    },
  },
};

/** Bundles what answers in a page's worker over a static index into one file in `out`. `source`: the sources of the worker. */
export async function bundleWorker(source: string, out: string): Promise<void> {
  const built = await rolldown({
    input: join(source, 'worker.ts'),
    platform: 'browser',
    cwd: source,
    tsconfig: false,
    plugins: [leftOut],
    // One dynamic import, of what `leftOut` emptied.
    onLog() {},
  });
  try {
    const { output } = await built.generate({ format: 'esm', minify: true, codeSplitting: false });
    const [{ code }, ...more] = output;
    if (more.length > 0) throw new Error(`The worker drags \`${more[0]!.fileName}\` along.`);
    // By this `ibid doctor` knows which files it reads.
    await writeFile(join(out, WORKER), `/* static index ${STATIC_FORMAT} */${code}`);
  } finally {
    await built.close();
  }
}
