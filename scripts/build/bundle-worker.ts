import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

export const WORKER = 'ibid-worker.js';

/** Only passages that a request brings along are counted in tokens, and pages send none: two megabytes less to load. */
const withoutTokenizer: Plugin = {
  name: 'without-tokenizer',
  load: {
    filter: { id: /\/chunk\/count-tokens\.ts$/u },
    handler: () => ({
      code: "export const countTokens = () => { throw new Error('Pages send no passages.'); };",
      moduleType: 'js',
    }),
  },
};

/** Bundles what answers in a page's worker over a static index into one file in `out`. `source`: the sources of the worker. */
export async function bundleWorker(source: string, out: string): Promise<void> {
  const built = await rolldown({
    input: join(source, 'worker.ts'),
    platform: 'browser',
    cwd: source,
    tsconfig: false,
    plugins: [withoutTokenizer],
    // One dynamic import, of what `withoutTokenizer` left empty.
    onLog() {},
  });
  try {
    const { output } = await built.generate({ format: 'esm', minify: true, codeSplitting: false });
    const [{ code }, ...more] = output;
    if (more.length > 0) throw new Error(`The worker drags \`${more[0]!.fileName}\` along.`);
    await writeFile(join(out, WORKER), code);
  } finally {
    await built.close();
  }
}
