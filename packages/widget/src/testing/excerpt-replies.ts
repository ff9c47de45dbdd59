import type { Citation, Excerpt, Mark, Reply, Shown, Statement } from '@ibid/client';
import { wholeReply } from './replies.ts';
import { WORDED } from './worded.ts';

const SERVE = 'parrot serve --port 3210\n# then open the page';

/** Replies that quote excerpts, for a site at `site` with its pages under `/docs/`. */
export function excerptReplies(site: string): Readonly<Record<'excerpts' | 'closest' | 'corrected', Reply>> {
  const install = place(`${site}/docs/install`, 'from-npm', 'Install', ['From npm']);
  const serve = place(`${site}/docs/serve`, 'ports', 'Serve', ['Settings', 'Network', 'Ports']);
  const installing: readonly Shown[] = [
    marked('Run `npm install parrot` in the folder of **your site**.', { block: 1, lit: true }),
    marked(`It needs [Node 22](${site}/docs/requirements#node) or newer, and _nothing else_.`, { block: 1 }),
    marked('Then start it:', { block: 2 }),
    marked('Make a folder for the index.', { kind: 'step', block: 3, depth: 1, ordinal: 1, lit: true }),
    marked('It may be empty.', { kind: 'item', block: 4, depth: 2 }),
    marked('It may hold an index that an earlier version has made.', { kind: 'item', block: 5, depth: 2 }),
    marked('That one is read.', { block: 5, depth: 2 }),
    marked('Start the server.', { kind: 'step', block: 6, depth: 1, ordinal: 2, lit: true }),
    { ...WORDED, kind: 'code', text: SERVE, language: 'bash', block: 7, depth: 1, lit: true },
    marked('It says where it listens.', { block: 8, depth: 1 }),
    marked('Open the page.', { kind: 'step', block: 9, depth: 1, ordinal: 3 }),
  ];
  const serving: readonly Shown[] = [
    marked('Settings of the network', { kind: 'label', block: 1 }),
    marked('Setting | Default | What it is for', { kind: 'header', block: 2 }),
    marked('`port` | 3210 | Where the server listens.', { kind: 'row', block: 2, lit: true }),
    marked('`host` | 127.0.0.1 | Which callers reach it.', { kind: 'row', block: 2 }),
    marked('The load of a port is $\\rho = \\frac{\\lambda}{\\mu}$, and it must stay below one:', { block: 3 }),
    { ...WORDED, kind: 'code', text: '\\rho = \\frac{\\lambda}{\\mu} < 1', language: 'math', block: 4 },
  ];
  const excerpts = reply('excerpts', [install, serve], [installing, serving]);
  return {
    excerpts,
    corrected: {
      ...reply('corrected', [serve], [serving.slice(0, 4)]),
      corrected: [{ from: 'prot', to: 'port' }],
      warnings: [{ code: 'corrected', text: 'Searched "port" instead of "prot".' }],
    },
    closest: {
      ...reply('closest', [], []),
      outcome: 'insufficient',
      answer: '',
      message: 'The pages may not answer this. These passages come closest.',
      nearest: [section(install)],
      closest: [
        { ...serve, statements: serving.map((one) => ({ ...one, lit: false })) },
        { ...install, statements: installing.slice(0, 2).map((one) => ({ ...one, lit: false })) },
      ],
    },
  };
}

function place(url: string, anchor: string, title: string, headings: readonly string[]): Excerpt {
  return { url, anchor, href: `${url}#${anchor}`, title, section: headings.at(-1)!, headings };
}

function section({ url, anchor, href, title, section: name }: Excerpt): Reply['nearest'][number] {
  return { url, anchor, href, title, section: name };
}

const SIGNS = /`([^`]+)`|\*\*([^*]+)\*\*|_([^_]+)_|\$([^$]+)\$|\[([^\]]+)\]\(([^)]+)\)/gu;

/** A statement from text with `code`, **strong**, _emphasis_, $math$ and [links](…). */
function marked(source: string, more: Partial<Shown> & Pick<Shown, 'block'>): Shown {
  const marks: Mark[] = [];
  let text = '';
  let done = 0;
  for (const match of source.matchAll(SIGNS)) {
    const [whole, code, strong, emphasis, math, link, href = ''] = match;
    text += source.slice(done, match.index);
    const [kind, words] = Object.entries({ code, strong, emphasis, math, link }).find(([, one]) => one !== undefined)!;
    marks.push({ kind: kind as Mark['kind'], start: text.length, end: text.length + words!.length, href });
    text += words;
    done = match.index + whole.length;
  }
  return { ...WORDED, kind: 'sentence', language: '', ...more, text: text + source.slice(done), marks };
}

function reply(name: string, excerpts: readonly Excerpt[], texts: readonly (readonly Shown[])[]): Reply {
  const citations: Citation[] = [];
  const statements: Statement[] = [];
  for (const [excerpt, shown] of texts.entries()) {
    for (const one of shown) {
      const index = citations.length + 1;
      citations.push({
        ...section(excerpts[excerpt]!),
        index,
        quote: one.text,
        chunk_id: 'c'.repeat(64),
        similarity: 0.9,
      });
      statements.push({ ...one, citations: [index], side: 0, excerpt });
    }
  }
  const asked = 'How do I start it, and where?';
  return wholeReply(name, {
    asked,
    answer: statements.map(({ text }) => text).join('\n\n'),
    statements,
    excerpts,
    citations,
  });
}
