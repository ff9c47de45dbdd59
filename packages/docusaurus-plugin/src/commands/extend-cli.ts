import type { LoadContext, Plugin } from '@docusaurus/types';
import { relative, resolve } from 'node:path';
import { say } from '../index-site/index-output.ts';
import type { CheckedOptions } from '../options/plugin-options.ts';

const HASHED =
  'A site with the hash router has no pages of HTML that could be indexed later. `docusaurus build` indexes what it is made of, unless `indexOnBuild` is off.';

type SiteCli = Parameters<NonNullable<Plugin['extendCli']>>[0];

/** Adds `docusaurus ibid:index` and `docusaurus ibid:serve`. */
export function extendCli(cli: SiteCli, context: LoadContext, options: CheckedOptions): void {
  const index = resolve(context.siteDir, options.index);
  cli
    .command('ibid:index')
    .description('Bring the index up to what the last `docusaurus build` has made.')
    .option('--fresh', 'read every page again, also those that have not changed')
    .on('--help', examples(['ibid:index', 'ibid:index --fresh']))
    .action(async ({ fresh = false }) => {
      const { indexRecorded } = await import('../index-site/index-recorded.ts');
      try {
        if (context.siteConfig.future?.experimental_router === 'hash') throw new Error(HASHED);
        await indexRecorded({ siteDir: context.siteDir, index, options, builtNow: new Set(), fresh });
      } catch (error) {
        say((error as Error).message);
        process.exitCode = 1;
      }
    });

  cli
    .command('ibid:serve')
    .description('Serve the last build with panel and API on one port; further options are those of `ibid serve`.')
    .allowUnknownOption()
    .on('--help', examples(['ibid:serve', 'ibid:serve --port 8080', 'ibid:serve --model ollama/llama3.2:3b']))
    .action(async () => {
      const { configIn, runCli } = await import('ibid');
      const config = configIn(context.siteDir);
      process.exitCode = await runCli(serveArguments(process.argv, { ...context, index, config }));
    });
}

/** Arguments for `ibid`. Arguments typed by the user come last, so that they take precedence. */
export function serveArguments(
  argv: readonly string[],
  site: Pick<LoadContext, 'outDir' | 'siteConfig'> & { readonly index: string; readonly config: string | undefined },
): readonly string[] {
  const { index, outDir, siteConfig, config } = site;
  const flags = Object.entries({ index, site: relative('', outDir) || '.', title: siteConfig.title, config });
  const named = flags.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  return ['serve', ...named, ...argv.slice(argv.indexOf('ibid:serve') + 1)];
}

function examples(lines: readonly string[]): () => void {
  return () => {
    process.stdout.write(`\nExamples:\n${lines.map((line) => `  $ docusaurus ${line}\n`).join('')}`);
  };
}
