import type { Run } from './run.ts';

/** Pages and passages of the build, or of those pages that lack vectors in one space. */
export async function countBuild(
  run: Run,
  withoutVectorsIn?: string,
): Promise<{ readonly pages: number; readonly chunks: number }> {
  let pages = 0;
  let chunks = 0;
  const filter = withoutVectorsIn === undefined ? {} : { withoutVectorsIn };
  for await (const page of run.options.store.listBuild(filter, run.call)) {
    pages += 1;
    chunks += page.chunks.length;
  }
  return { pages, chunks };
}
