import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Citation, Excerpt, Reply, SectionLink, Statement } from '../../../../packages/client/src/wire.ts';
import {
  openNativeService,
  replyScript,
  type NativeService,
  type ServedFile,
  type ServiceScript,
  type ServiceStep,
} from '../../../../packages/widget/src/testing/index.ts';
import { WORDED } from '../../../../packages/widget/src/testing/worded.ts';
import { writePayload, type Payload } from '../payloads.ts';
import { hitId } from './findings.ts';

/** Folder of the built widget, which `before-tests.ts` has updated. */
const BUNDLE: string = join(import.meta.dirname, '../../../../packages/widget/dist/bundle');

/** The style keeps the title short, so that the section stays in view for any title. */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Valves</title><style>h1{height:1em;overflow:hidden}</style><link rel="icon" href="data:,">
<meta name="docusaurus_version" content="1.0"><link rel="canonical" href="">
<script type="module" src="/widget/ibid-ask.js"></script></head>
<body><main><h1>Valves</h1><h2 id="seats">Seats</h2><p id="text">The seat of a valve closes it.</p>
<p>It is ground to fit.</p></main></body></html>`;

export interface HostileSite extends NativeService {
  /** Address of a page with the widget. */
  readonly page: string;
}

/** A site with one page, the widget from `bundle`, and the API; without a policy, which could only forbid more. */
export async function openHostileSite(bundle: string = BUNDLE): Promise<HostileSite> {
  const page: ServedFile = { type: 'text/html; charset=utf-8', body: PAGE };
  const files = new Map<string, ServedFile>([['/docs/valves', page]]);
  for (const name of await readdir(bundle)) {
    const type = extname(name) === '.json' ? 'application/json' : 'text/javascript';
    files.set(`/widget/${name}`, { type, body: await readFile(join(bundle, name)) });
  }
  const service = await openNativeService({ files });
  return Object.assign(service, { page: `${service.url}/docs/valves` });
}

/**
 * A reply with each of `texts` in every possible place: in quoted and model text, code, cells, titles, addresses and so on.
 * `from` is the number of the first text; `page` is the address of the open page.
 */
export function hostileReply(texts: readonly Payload[], from: number, page: string): Reply {
  const write = (sink: string, at: number): string => writePayload(texts[at]!, hitId(sink, from + at));
  const all = (sink: string): string => texts.map((_, at) => write(sink, at)).join('\n');
  const statements: Statement[] = [];
  const citations: Citation[] = [];
  const nearest: SectionLink[] = [];
  const excerpts: Excerpt[] = [];
  for (const at of texts.keys()) {
    const index = 2 * at + 1;
    const rest = { chunk_id: write('chunk', at), similarity: 1 };
    citations.push(
      {
        ...rest,
        index,
        url: page,
        anchor: write('anchor', at),
        href: write('href', at),
        title: write('title', at),
        section: write('section', at),
        quote: write('quote', at),
      },
      {
        ...rest,
        index: index + 1,
        url: write('url', at),
        anchor: 'x',
        href: '',
        title: 'Elsewhere',
        section: `${index}`,
        quote: write('verbatim', at),
      },
    );
    const add = (kind: Statement['kind'], text: string, cited: number, language = ''): void =>
      void statements.push({ ...WORDED, kind, text, citations: [cited], side: at % 5 === 4 ? 1 : 0, language });
    add('sentence', write('verbatim', at), index + 1);
    add('sentence', write('worded', at), index);
    add('step', write('step', at), index);
    add('item', write('item', at), index);
    add('row', `Name | ${write('row', at)}`, index);
    add('code', write('code', at), index, at % 2 === 0 ? write('language', at) : 'html');
    // Part of an excerpt, with marks that link anywhere.
    const marked = write('verbatim', at);
    const mark = { start: 0, end: marked.length, href: write('href', at) };
    const marks = [
      { ...mark, kind: 'link' as const },
      { ...mark, kind: 'strong' as const, end: 9 },
    ];
    const quoted = { ...WORDED, excerpt: at, block: at, lit: true, citations: [index + 1], side: 0, language: '' };
    statements.push({ ...quoted, kind: 'sentence', text: marked, marks });
    statements.push({ ...quoted, kind: 'item', text: marked, marks: [{ ...mark, kind: 'code' }], depth: at % 4 });
    const section = { url: page, anchor: write('anchor', at), href: write('href', at), title: write('title', at) };
    excerpts.push({ ...section, section: write('section', at), headings: [write('heading', at)] });
    nearest.push(
      {
        url: `${page}?${at}`,
        anchor: 'x',
        href: '',
        title: write('nearest-title', at),
        section: write('nearest-section', at),
      },
      { url: write('nearest-url', at), anchor: `${at}`, href: '', title: `Page ${at}`, section: 'Elsewhere' },
    );
  }
  return {
    request_id: all('request'),
    outcome: 'answered',
    asked: all('asked'),
    answer: all('answer'),
    message: all('message'),
    statements,
    excerpts,
    citations,
    nearest,
    closest: [],
    corrected: texts.map((_, at) => ({ from: write('message', at), to: write('message', at) })),
    warnings: texts.map((_, at) => ({ code: write('warning', at), text: write('warning', at) })),
    withheld: 1,
    confidence: 1,
    generation: 1,
    answerer: all('answerer'),
    model: { name: all('model'), fault: all('fault') },
  };
}

/** Streams `reply`, with events, comments and fields named by payloads in between. */
export function hostileScript(reply: Reply, texts: readonly Payload[], from: number): ServiceScript {
  const strange = texts.map((payload, at): ServiceStep => {
    const text = writePayload(payload, hitId('event', from + at));
    const line = text.replaceAll(/[\r\n]+/gu, ' ');
    return {
      do: 'write',
      bytes: `event: ${line}\ndata: ${JSON.stringify({ text })}\nid: ${line}\n${line}: x\n: ${line}\n\n`,
    };
  });
  const [first, ...rest] = replyScript(reply, { fallbackAfter: 3 });
  return [first!, ...strange, ...rest];
}
