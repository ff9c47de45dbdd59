import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePage } from '@ibid/core/parse';
import { describe, expect, it } from 'vitest';
import { markdownSource } from './markdown.ts';
import { folder, read } from './testing/source-fixtures.ts';

const CODE = 'import os\n# --8<-- [start:main]\nrun()\n# --8<-- [end:main]\n';

/** Texts of the blocks of the only page, and the rules of all diagnostics. */
async function readPage(
  files: Readonly<Record<string, string>>,
  below: string,
): Promise<{ texts: readonly string[]; said: readonly string[] }> {
  const { pages, said } = await read(files, { below });
  const [page] = pages.values();
  const { page: parsed, diagnostics } = parsePage(page!);
  const texts = parsed!.blocks.flatMap((block) => ('text' in block ? [block.text] : []));
  return { texts: texts.slice(1), said: [...said, ...diagnostics.map(({ rule }) => rule)] };
}

describe('markdownSource reads the files that pages include', () => {
  it('in MkDocs, from its base paths', async () => {
    const found = await readPage(
      {
        'mkdocs.yml':
          'site_name: !ENV [NAME, x]\nmarkdown_extensions:\n  - toc\n  - pymdownx.snippets:\n      base_path: [samples, docs/.parts]\n',
        'docs/a.md':
          '# A\n\n--8<-- "intro.md"\n\n=== "Python"\n\n    ```py\n    --8<-- "x.py:main"\n    ```\n\n--8<-- "LICENSE.md"\n',
        'docs/.parts/intro.md': 'Words of `intro`.\n\n--8<-- "more.md"\n',
        'docs/.parts/more.md': 'More words.\n',
        'samples/x.py': CODE,
        'LICENSE.md': 'Free.\n',
      },
      'docs',
    );
    expect(found).toEqual({ texts: ['Words of intro.', 'More words.', 'Free.'], said: [] });
  });

  it('in VitePress, relative to the file and from the root of the source', async () => {
    const found = await readPage(
      {
        'docs/.vitepress/config.ts': 'export default { cleanUrls: true };',
        'docs/guide/a.md': '# A\n\n<!--@include: ./_parts/one.md-->\n\n<<< @/code/x.ts#part\n\n<<< ../../src/y.ts\n',
        'docs/guide/_parts/one.md': '---\ntitle: One\n---\nOne.\n\n<!--@include: ./two.md{2,}-->\n',
        'docs/guide/_parts/two.md': 'Gone.\nTwo.\n',
        'docs/_code': '',
        'docs/code/x.ts': '// #region part\nconst x = 1;\n// #endregion part\n',
        'src/y.ts': 'outside of the site',
      },
      'docs',
    );
    expect(found.texts).toEqual(['One.', 'Two.', 'const x = 1;']);
    expect(found.said).toEqual(['markdown:import', 'markdown:missing-import']);
  });

  it('in FastAPI, from the folder of the configuration up to the repository', async () => {
    const found = await readPage(
      {
        '.git/HEAD': '',
        'docs/en/mkdocs.yml': 'markdown_extensions:\n  mdx_include:\n',
        'docs/en/docs/tutorial/a.md':
          '# A\n\n{* ../../docs_src/x.py hl[1] *}\n\n```html\n{!> ../../docs_src/x.html!}\n```\n',
        'docs_src/x.py': 'run()\n',
        'docs_src/x.html': '<p>\n',
      },
      'docs/en/docs',
    );
    expect(found).toEqual({ texts: ['run()', '<p>'], said: [] });
  });

  it('in Hugo, from a folder above, and in Jekyll, from `_includes`', async () => {
    const found = await readPage(
      {
        'deep/a.md': '# A\n\n{{% include "/_common/b.md" %}}\n\n{% include c.md %}\n',
        '_common/b.md': '---\n_comment: x\n---\nHugo.\n',
        '_includes/c.md': 'Jekyll.\n',
      },
      '',
    );
    expect(found).toEqual({ texts: ['Hugo.', 'Jekyll.'], said: [] });
  });
});

describe('an include reads nothing', () => {
  it.each([
    ['above the project', '../secret.txt'],
    ['by an absolute path', '/etc/passwd'],
    ['from the root of the disk', '../../../../../../../../../../etc/passwd'],
    ['that is hidden', '.env'],
    ['in a hidden folder', '.git/config'],
    ['behind a link that leads out', 'link.txt'],
    ['behind a link to a hidden file', 'open.txt'],
    ['in a base path that is a link out', 'secret.txt'],
    ['that is no file', 'docs'],
    ['that is no text', 'binary.txt'],
    ['that is too large', 'large.txt'],
    ['from the network', 'https://example.org/x.md'],
  ])('%s: %s', async (_, path) => {
    const top = await folder({
      'secret.txt': 'secret',
      'site/mkdocs.yml': 'markdown_extensions:\n- pymdownx.snippets:\n    base_path: ["..", "/etc", out, .]\n',
      'site/.git/config': 'secret',
      'site/.env': 'secret',
      'site/large.txt': 'secret'.repeat(100),
      'site/binary.txt': 'secret\0',
      'site/docs/a.md': `# A\n\n--8<-- "${path}"\n\n{!${path}!}\n\n<<< ../${path}\n\n{{< readfile file="${path}" >}}\n`,
    });
    const root = join(top, 'site/docs');
    await symlink(join(top, 'secret.txt'), join(top, 'site/link.txt'));
    await symlink(top, join(top, 'site/out'));
    await symlink(join(top, 'site/.env'), join(top, 'site/open.txt'));
    const source = markdownSource({ root, maxFileBytes: 400 });
    for await (const entry of source.list()) {
      const { page, diagnostics } = await source.load(entry);
      expect(page!.imports).toEqual({});
      const said = [...diagnostics, ...parsePage(page!).diagnostics].map(({ rule }) => rule);
      expect(said).toContain('markdown:missing-import');
    }
  });
});

it('gives a page a new revision when a file that it includes changes, comes or goes, and names the files first', async () => {
  const root = await folder({ 'mkdocs.yml': 'a: 1', 'docs/a.md': '# A\n\n--8<-- "x.py"\n' });
  const file = join(root, 'x.py');
  const named = new Set<string>();
  const source = markdownSource({ root: join(root, 'docs'), onImport: (path) => named.add(path) });
  const revisions = new Set<string>();
  for (const change of [
    () => undefined,
    () => undefined,
    () => writeFile(file, 'one'),
    () => writeFile(file, 'two'),
    () => rm(file),
  ]) {
    await change();
    for await (const entry of source.list()) revisions.add(entry.revision);
  }
  expect(revisions.size).toBe(3);
  expect([...named].some((path) => path.endsWith('x.py'))).toBe(true);
});
