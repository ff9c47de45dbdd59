import * as fc from 'fast-check';
import type { Citation, Excerpt, Reply, Statement } from '@ibid/client';
import { wholeReply } from '../../testing/replies.ts';
import { WORDED } from '../../testing/worded.ts';

/** Whole replies with hostile text in every field; each statement has its citations. */
export const arbitraryReply = (text: fc.Arbitrary<string>): fc.Arbitrary<Reply> =>
  fc
    .record({
      outcome: fc.constantFrom('answered', 'insufficient', 'refused'),
      parts: fc.array(
        fc.record({
          kind: fc.constantFrom('sentence', 'step', 'code', 'row', 'item', 'header', 'label'),
          text,
          side: fc.nat({ max: 2 }),
          language: fc.constantFrom('', 'bash', 'c++'),
          section: text,
          quote: text,
          place: fc.oneof(
            fc.constant(WORDED),
            fc.record({
              excerpt: fc.nat({ max: 1 }),
              block: fc.nat({ max: 2 }),
              depth: fc.nat({ max: 3 }),
              ordinal: fc.nat({ max: 9 }),
              lit: fc.boolean(),
              marks: fc.array(
                fc.record({
                  kind: fc.constantFrom('code', 'strong', 'emphasis', 'sub', 'sup', 'math', 'link'),
                  start: fc.nat({ max: 20 }),
                  end: fc.nat({ max: 40 }),
                  href: text,
                }),
                { maxLength: 4 },
              ),
            }),
          ),
        }),
        { maxLength: 8 },
      ),
      message: text,
      withheld: fc.nat({ max: 3 }),
      fault: fc.constantFrom(null, 'stopped', 'too-slow'),
    })
    .map(({ outcome, parts, message, withheld, fault }) =>
      wholeReply('1', {
        outcome,
        message,
        withheld,
        model: fault === null ? null : { name: 'm', fault },
        statements: parts.map(({ kind, text: words, side, language, place }, at): Statement => ({
          ...place,
          kind,
          text: words,
          side,
          language,
          citations: at === 0 ? [1] : [at + 1, at],
        })),
        citations: parts.map(({ section, quote }, at): Citation => ({
          index: at + 1,
          url: `https://docs.example.org/page-${at}`,
          anchor: 'part',
          href: `https://docs.example.org/page-${at}#part`,
          title: section,
          section,
          quote,
          chunk_id: 'c',
          similarity: 0.5,
        })),
        excerpts: parts.slice(0, 2).map(({ section, quote }, at): Excerpt => ({
          url: `https://docs.example.org/page-${at}`,
          anchor: 'part',
          href: `https://docs.example.org/page-${at}#part`,
          title: section,
          section,
          headings: [quote, section],
        })),
      }),
    );
