import { IbidError } from '../spec/ibid-error.ts';
import type { PageParser } from '../spec/page-parser.ts';
import { parsePage } from './parse-page.ts';

/** Parses where it is called: for pages that are trusted, and for tests. */
export function inlineParser(): PageParser {
  let closed = false;
  return {
    async parse(raw, options) {
      if (closed) throw new IbidError('CLOSED', 'The parser is closed; open a new one.');
      if (options?.signal?.aborted === true) {
        throw new IbidError('ABORTED', `Parsing of ${raw.url} was aborted.`, { cause: options.signal.reason });
      }
      return parsePage(raw);
    },
    async close() {
      closed = true;
    },
  };
}
