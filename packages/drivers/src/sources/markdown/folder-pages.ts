import { type FolderFile, walkFolder } from '../../files/walk-folder.ts';
import { type FoundPage, moduleOf, NEVER, pageUrl, type Survey } from './found-page.ts';
import { markdownHead } from './markdown-file.ts';

export interface PlainFolder {
  readonly folder: string;
  /** Address of the folder, with a slash at its end. */
  readonly root: string;
  readonly locale: string;
}

/** Any folder of Markdown: addresses are the paths without their ending, `index`, `readme` and Hugo's `_index` stand for their folder. */
export async function* folderPages(site: PlainFolder, survey: Survey): AsyncGenerator<FoundPage> {
  const options = {
    include: survey.include ?? ['**/*.{md,mdx}'],
    exclude: ['**/_*/**', ...survey.exclude, ...NEVER],
    report: survey.report,
    signal: survey.signal,
  };
  const files: FolderFile[] = [];
  for await (const file of walkFolder(site.folder, options)) if (isPage(file)) files.push(file);
  // Where both stand for one folder, the first with an address keeps it.
  for (const file of [...files.filter((one) => !isReadme(one)), ...files.filter(isReadme)]) {
    const head = markdownHead((await survey.read(file.realPath)).text);
    const place = file.path.replace(/\.mdx?$/i, '').replace(/(^|\/)(?:_?index|readme)$/i, '$1');
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    const slug = head.slug === '' ? place : head.slug.startsWith('/') ? head.slug : folder + head.slug;
    yield {
      url: pageUrl(site.root, slug),
      realPath: file.realPath,
      sourceFile: file.path,
      format: /\.mdx$/i.test(file.path) ? 'mdx' : 'markdown',
      title: '',
      locale: site.locale,
      version: '',
      module: moduleOf(slug),
      drawn: [],
      skipped: head.skipped,
    };
  }
}

/** Other files that begin with `_` are parts that pages include. */
function isPage(file: FolderFile): boolean {
  return /(?:^|\/)(?:_index|[^_/][^/]*)\.mdx?$/i.test(file.path);
}

function isReadme(file: FolderFile): boolean {
  return /(?:^|\/)readme\.mdx?$/i.test(file.path);
}
