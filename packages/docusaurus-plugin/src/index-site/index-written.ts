import { relative } from 'node:path';
import type { WrittenPage } from '../dev/written-page.ts';
import { writtenSource } from '../dev/written-source.ts';
import { reportLines } from './index-output.ts';
import type { RecordedRun } from './index-recorded.ts';
import { runIndex } from './run-index.ts';

/** Brings the index up to the Markdown files that a site without HTML pages is made of, and tells how it went. */
export async function indexWritten(
  { siteDir, index, embedder, output }: Omit<RecordedRun, 'builtNow' | 'fresh'>,
  pages: readonly WrittenPage[],
): Promise<void> {
  const started = performance.now();
  const source = writtenSource(siteDir, pages);
  const report = await runIndex({ source, siteDir, index, embedder, onProgress: output.progress });
  const milliseconds = Math.round(performance.now() - started);
  for (const line of reportLines(report, relative('', index), milliseconds)) output.line(line);
}
