import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { STATIC_FORMAT } from '../../packages/drivers/src/stores/static/format.ts';

export const WORKER = 'ibid-worker.js';

/**
 * What a page never does, by the ends of the names of its modules, so that nobody loads it: its requests bring no passages, which would be counted and checked; nothing
 * records its spans; it searches by words alone; no model words or rewrites anything, so every statement quotes a page. What is called all the same
 * throws, and then there is no answer.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'chunk/count-tokens.ts': never('countTokens'),
  'answer/supplied/supplied-passages.ts': never('suppliedPassages', 'suppliedDraft'),
  'answer/in-span.ts':
    'export const inSpan = (_, _call, step) => step(() => {}); export const streamInSpan = (_, events) => events;',
  'core/src/embed/open-embedder.ts': never('openEmbedder', 'embedderHealth'),
  'model/needs-rewrite.ts': never('needsRewrite'),
  'answer/stand-in.ts': never('neededBy', 'sentenceBefore', 'standInFor'),
  'cite/find-support.ts': `export { isQuote as supports } from './is-quote.ts'; ${never('findSupport')}`,
};

function never(...names: readonly string[]): string {
  return names.map((name) => `export const ${name} = () => { throw new Error('Pages never do that.'); };`).join(' ');
}

const leftOut: Plugin = {
  name: 'left-out',
  load: {
    filter: { id: new RegExp(`/(?:${Object.keys(LEFT_OUT).map(RegExp.escape).join('|')})$`, 'u') },
    handler(id) {
      const [, code] = Object.entries(LEFT_OUT).find(([name]) => id.endsWith(`/${name}`))!;
      return { code, moduleType: 'js' };
    },
  },
};

/**
 * Bundles what answers in a page's worker over a static index into `out`. `source`: the sources of the worker. What only some questions need, such as
 * follow-ups and the search box, stands beside it in files of their own, with a hash of their content in their names.
 */
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
    const { output } = await built.generate({
      format: 'esm',
      minify: true,
      comments: { annotation: false },
      entryFileNames: WORKER,
      chunkFileNames: 'ibid-worker-[name]-[hash].js',
    });
    for (const part of output) {
      const { fileName } = part;
      if (part.type !== 'chunk') throw new Error(`The worker drags \`${fileName}\` along.`);
      // By this `ibid doctor` knows which files it reads.
      const mark = fileName === WORKER ? `/* static index ${STATIC_FORMAT} */` : '';
      await writeFile(join(out, fileName), mark + part.code);
    }
  } finally {
    await built.close();
  }
}
