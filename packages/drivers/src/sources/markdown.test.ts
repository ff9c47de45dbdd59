import { describeSource, type SourcePlace } from '@ibid/testkit';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folder } from './testing/source-fixtures.ts';
import { markdownSource } from './markdown.ts';

const BOOK = {
  'book.toml': '[book]\ntitle = "B"\n',
  'src/SUMMARY.md': '# Summary\n\n[Start](README.md)\n\n- [One](one.md)\n- [Two](deep/two.md)\n',
  'src/README.md': '# Start\n\nWelcome.\n',
  'src/one.md': '# One\n\nFirst words.\n',
  'src/deep/two.md': '# Two\n\nSecond words.\n',
};

const SITE = {
  'docusaurus.config.js':
    "module.exports = { url: 'https://docs.example.org', baseUrl: '/base/', presets: [['classic', {}]] };",
  'docs/intro.md': '# Intro\n\nWelcome.\n',
  'docs/guide/one.mdx': '# One\n\nFirst words.\n',
  'docs/guide/two.md': '---\ntitle: Two\n---\n\nSecond words.\n',
  'docs/AGENTS.md': '# Rules\n\nFor coding agents.\n',
};

const PLAIN = {
  'readme.md': '# Start\n\nWelcome.\n',
  'a.md': '# A\n\nWords.\n',
  'b/c.md': '# C\n\nMore words.\n',
  'CLAUDE.md': '# Rules\n\nFor coding agents.\n',
};

function placeOf(
  files: Readonly<Record<string, string>>,
  paths: Readonly<Record<string, string>>,
): () => Promise<SourcePlace> {
  return async () => {
    const root = await folder(files);
    const pathOf = (url: string): string => join(root, paths[url]!);
    return {
      open: () => markdownSource({ root }),
      pages: Object.keys(paths),
      secret: dirname(root),
      change: (url) => writeFile(pathOf(url), '# Changed\n\nOther words.\n'),
      remove: async (url) => rm(pathOf(url)),
      spoil: (url) => writeFile(pathOf(url), new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x41, 0x0a])),
      vanish: async () => rm(root, { recursive: true }),
      dispose: async () => rm(root, { recursive: true, force: true }),
    };
  };
}

describeSource({
  name: 'markdownSource over a Docusaurus site',
  make: placeOf(SITE, {
    'https://docs.example.org/base/docs/guide/one': 'docs/guide/one.mdx',
    'https://docs.example.org/base/docs/guide/two': 'docs/guide/two.md',
    'https://docs.example.org/base/docs/intro': 'docs/intro.md',
  }),
});

describeSource({
  name: 'markdownSource over an mdBook',
  make: placeOf(BOOK, {
    'http://localhost:3000/': 'src/README.md',
    'http://localhost:3000/deep/two.html': 'src/deep/two.md',
    'http://localhost:3000/one.html': 'src/one.md',
  }),
});

describeSource({
  name: 'markdownSource over a plain folder',
  make: placeOf(PLAIN, {
    'http://localhost:3000/': 'readme.md',
    'http://localhost:3000/a': 'a.md',
    'http://localhost:3000/b/c': 'b/c.md',
  }),
});
