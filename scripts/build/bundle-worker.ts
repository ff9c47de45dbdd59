import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { STATIC_FORMAT } from '../../packages/drivers/src/stores/static/format.ts';

export const WORKER = 'ibid-worker.js';

/**
 * Modules to leave out of the worker, by the end of their names, because pages never use them: requests contain no passages to count and
 * check; no spans are recorded; search uses words only; no model writes or rewrites anything, so every statement is a quote. If such a
 * function is called after all, it throws, and there is no answer.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'chunk/count-tokens.ts': never('countTokens'),
  'answer/supplied/supplied-passages.ts': never('suppliedPassages', 'suppliedDraft'),
  'answer/in-span.ts':
    'export const inSpan = (_, _call, step) => step(() => {}); export const streamInSpan = (_, events) => events;',
  'core/src/embed/open-embedder.ts': never('openEmbedder', 'embedderHealth'),
  'model/needs-rewrite.ts': never('needsRewrite'),
  'answer/page-words.ts':
    'export const pageWords = () => ({ withheld: 0, wordsFor(event, own) { if (own === undefined) this.withheld++; return own === undefined ? [] : [event]; }, note() {} });',
  'cite/find-support.ts': never('findSupport'),
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
 * Bundles the worker, which answers in a page from a static index, into `out`. `source` is the folder of its sources. Code that only some
 * questions need, such as follow-ups and the search box, goes into separate files with a hash of the content in the name.
 */
export async function bundleWorker(source: string, out: string): Promise<void> {
  const built = await rolldown({
    input: join(source, 'worker.ts'),
    platform: 'browser',
    cwd: source,
    tsconfig: false,
    plugins: [leftOut],
    // Ignores a warning about one dynamic import of a module that `leftOut` has emptied.
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
      // `ibid doctor` reads this mark to know which file format the worker supports.
      const mark = fileName === WORKER ? `/* static index ${STATIC_FORMAT} */` : '';
      await writeFile(join(out, fileName), mark + part.code);
    }
  } finally {
    await built.close();
  }
}
