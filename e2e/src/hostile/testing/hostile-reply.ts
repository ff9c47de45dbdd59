import type { Citation, Reply, SectionLink, Statement } from '../../../../packages/widget/src/client/wire.ts';
import { WORDED } from '../../../../packages/widget/src/testing/worded.ts';
import type { Payload } from '../payload/payload.ts';
import { writePayload } from '../payload/write-payload.ts';
import { hitId, type Sink } from './sinks.ts';

/**
 * A reply that holds each of `texts` in every place it has: as the words of a page and as those of a model, in code, cells, titles, addresses
 * and all the rest. `from` is the number of the first of them; `page` is the address of the page that is open.
 */
export function hostileReply(texts: readonly Payload[], from: number, page: string): Reply {
  const write = (sink: Sink, at: number): string => writePayload(texts[at]!, hitId(sink, from + at));
  const all = (sink: Sink): string => texts.map((_, at) => write(sink, at)).join('\n');
  const statements: Statement[] = [];
  const citations: Citation[] = [];
  const nearest: SectionLink[] = [];
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
    excerpts: [],
    citations,
    nearest,
    closest: [],
    corrected: [],
    warnings: texts.flatMap((_, at) => [`unknown_${at}: ${write('warning', at)}`, write('warning', at)]),
    withheld: 1,
    answerer: all('answerer'),
    model: { name: all('model'), fault: all('fault') },
  };
}
