/** Search while a reader types: finds pages and sections by words alone, without an answer. */
import type { Lookup, LookupRequest } from '@ibid/core/types';
import { z } from 'zod';
import type { CallEndpoint, Decoded } from '../dialect.ts';
import { blankAsAbsent, count, optionalText, textField, toJsonSchema } from '../shared/fields.ts';
import { decodedAs, decodeWith, LIMITS, readScope } from '../shared/read-request.ts';
import { ok } from '../shared/replies.ts';
import { encodeSearch, type NativeSearch } from './encode.ts';

const MOST_PAGES = 20;
const WANTED = `must be a whole number from 1 to ${MOST_PAGES}`;

/** Query parameters; unknown ones are refused. */
const querySchema = z.strictObject({
  q: textField(LIMITS.searched, 'is required').describe(
    'Text of the search box; its last word may be unfinished. Without words nothing is found',
  ),
  limit: blankAsAbsent(z.coerce.number(WANTED).int(WANTED).min(1, WANTED).max(MOST_PAGES, WANTED).optional()).describe(
    'Most pages; 8 unless given',
  ),
  locale: optionalText(LIMITS.name),
  version: optionalText(LIMITS.name),
});

function decode(query: URLSearchParams): Decoded<LookupRequest> {
  return decodeWith(querySchema, Object.fromEntries(query), ({ q, limit, locale, version }) => {
    // White space after the last word means that the word is complete.
    const text = q + (/\s$/u.test(query.getAll('q').at(-1) ?? '') ? ' ' : '');
    return decodedAs({
      text,
      where: readScope({ locale, version }) ?? {},
      ...(limit === undefined ? {} : { limit }),
    });
  });
}

const textSchema = z.strictObject({
  text: z.string().describe('Verbatim'),
  lit: z
    .array(z.strictObject({ start: count, end: z.int().min(1) }))
    .describe('Words that match, by their offsets in `text`, UTF-16 units'),
});

const sectionSchema = z.strictObject({
  url: z.string(),
  anchor: z.string().describe("Id in the page; '' = its top"),
  href: z.string().describe('Opens the page at the section, or at the words of `snippet`'),
  headings: z.array(textSchema).describe('From the top of the page down to the section, the title left out'),
  kind: z.enum(['page', 'heading', 'text', 'code']).describe('Where the words were found'),
  snippet: textSchema.describe('The line or sentence with the most of the words'),
});

const replySchema: z.ZodType<NativeSearch> = z.strictObject({
  request_id: z.string(),
  pages: z.array(
    z.strictObject({
      url: z.string(),
      title: textSchema,
      locale: z.string(),
      version: z.string(),
      sections: z.array(sectionSchema).min(1).max(4).describe('Best first'),
    }),
  ),
  corrected: z
    .array(z.strictObject({ from: z.string(), to: z.string() }))
    .describe('Words that the index does not have, and what was found instead'),
  generation: count,
});

const EXAMPLE: Lookup = {
  pages: [
    {
      url: 'https://docs.example.org/configuration',
      title: { text: 'Configuration', lit: [] },
      locale: 'en',
      version: '',
      module: '',
      sections: [
        {
          url: 'https://docs.example.org/configuration',
          anchor: 'serverport',
          headings: [{ text: 'server.port', lit: [{ start: 7, end: 11 }] }],
          kind: 'heading',
          snippet: { text: 'The port that the server listens on.', lit: [{ start: 4, end: 8 }] },
        },
      ],
    },
  ],
  corrected: [{ from: 'prot', to: 'port' }],
  generation: 1,
};

export const searchEndpoint: CallEndpoint<'search'> = {
  kind: 'search',
  method: 'GET',
  path: '/api/search',
  description: {
    operationId: 'search',
    tag: 'native',
    summary: 'Search while a reader types',
    details:
      'Pages by words alone, also by their beginnings and with slips; nothing is answered, and no model or embedder is called.',
    query: () => toJsonSchema(querySchema, 'input'),
    reply: () => toJsonSchema(replySchema, 'output', 'SearchResponse'),
    failures: ['INVALID_REQUEST', 'NOT_INDEXED', 'STORE_BUSY', 'INDEX_DAMAGED', 'UPSTREAM_FAILED', 'TIMED_OUT'],
    examples: [{ name: 'A heading that is being typed', reply: encodeSearch(EXAMPLE, { requestId: 'req-1' }) }],
  },
  decode: ({ query }) => decode(query),
  encode: (lookup, context) => ok(encodeSearch(lookup, context)),
};
