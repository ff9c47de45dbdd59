import type {
  Answer,
  AnswerEvent,
  Chunk,
  Citation,
  ErrorCode,
  Passage,
  SectionLink,
  Statement,
  StatementPlace,
} from '@ibid/core/types';
import { ERROR_CODES, WORDED } from '@ibid/core';
import * as fc from 'fast-check';

/** Events of one run and its result. */
export interface AnswerRun {
  readonly events: readonly AnswerEvent[];
  readonly passages: readonly Passage[];
  /** `undefined` for a run that failed. */
  readonly answer: Answer | undefined;
}

/** Texts that are syntax in Markdown, event streams or JSON. */
const NASTY = [
  '[1]',
  '```',
  '| a | b |',
  '- x',
  '1. y',
  'a\n\nevent: final\ndata: {}',
  '\u2028',
  '"\\',
  '</script>',
  '🦜',
  '\u200F',
];

function texts(kind: 'wild' | 'plain'): fc.Arbitrary<string> {
  const letters = fc.constantFrom(...'abcdeéß');
  if (kind === 'plain') return fc.array(letters, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
  return fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), fc.constantFrom(...NASTY));
}

function chunks(kind: 'wild' | 'plain'): fc.Arbitrary<readonly Chunk[]> {
  const chunk = fc.record({
    path: fc.constantFrom('', '/guide', '/guide/install', '/ä'),
    anchor: fc.constantFrom('', 'steps', 'a b', 'ü'),
    title: texts(kind),
    heading: texts(kind),
    text: texts(kind),
    indexInPage: fc.nat(5),
    tokens: fc.integer({ min: 1, max: 400 }),
  });
  return fc.array(chunk, { minLength: 1, maxLength: 4 }).map((all) =>
    all.map(({ path, ...given }, index) => ({
      ...given,
      id: (index + 10).toString(16).repeat(64).slice(0, 64),
      url: `https://docs.example.org${path}`,
      headings: [given.heading],
      start: 0,
      end: given.text.length,
      lead: '',
      spans: [{ kind: 'paragraph', start: 0, end: given.text.length, group: 0, depth: 0, ordinal: 0, language: '' }],
      marks: [],
      index,
      indexInSection: index,
      chunksInPage: given.indexInPage + 1,
      sourceFile: 'guide.md',
      locale: 'en',
      version: '',
      module: 'guide',
    })),
  );
}

interface Told {
  readonly place: StatementPlace;
  readonly kind: Statement['kind'];
  readonly text: string;
  readonly side: number;
  readonly language: string;
  /** Index of the chunk and the quote's range in it, as fractions. */
  readonly evidence: readonly { readonly chunk: number; readonly from: number; readonly to: number }[];
}

function told(kind: 'wild' | 'plain'): fc.Arbitrary<Told> {
  const place = fc.record({
    chunk: fc.nat(3),
    from: fc.constantFrom(0, 0, 0.5),
    to: fc.constantFrom(0.7, 1, 1),
  });
  const inExcerpt = fc.record({
    excerpt: fc.constantFrom(0, 0, 1),
    block: fc.nat(2),
    depth: fc.nat(3),
    ordinal: fc.nat(9),
    lit: fc.boolean(),
  });
  return fc.record({
    place: fc.oneof(fc.constant(WORDED), inExcerpt),
    kind: fc.constantFrom<Statement['kind'][]>('sentence', 'step', 'code', 'row', 'item', 'header', 'label'),
    text: texts(kind),
    side: fc.integer({ min: 0, max: 2 }),
    language: fc.constantFrom('', 'ts', 'c++'),
    evidence: fc.array(place, { minLength: 1, maxLength: 3 }),
  });
}

/** Numbers quotes in order of first use, as the gate does. */
function prove(all: readonly Told[], passages: readonly Passage[]): { events: AnswerEvent[]; citations: Citation[] } {
  const citations: Citation[] = [];
  const events: AnswerEvent[] = [];
  for (const { evidence, place, ...statement } of all) {
    const numbers = evidence.map(({ chunk: wanted, from, to }) => {
      const { chunk, similarity } = passages[wanted % passages.length]!;
      const start = Math.floor(from * (chunk.text.length - 1));
      const end = Math.max(start + 1, Math.floor(to * chunk.text.length));
      const known = citations.find((one) => one.chunkId === chunk.id && one.start === start && one.end === end);
      if (known !== undefined) return known.index;
      const { id: chunkId, url, anchor, title, heading } = chunk;
      const quote = chunk.text.slice(start, end);
      const index = citations.length + 1;
      // The branded type cannot be constructed here; encoders read only plain fields.
      const made = {
        index,
        chunkId,
        url,
        anchor,
        title,
        heading,
        quote,
        start,
        end,
        similarity,
      } as unknown as Citation;
      citations.push(made);
      events.push({ type: 'citation-verified', citation: made });
      return index;
    });
    events.push({ type: 'statement-verified', statement: { ...WORDED, ...place, ...statement, citations: numbers } });
  }
  return { events, citations };
}

const WARNINGS = [
  { code: 'contradiction', text: 'two pages say different things' },
  {
    code: 'selection_not_located',
    text: 'the selected text is not in the index, so its words are taken as they were sent',
  },
  { code: 'budget', text: '3 hits were left out' },
];

/**
 * Generates runs like the engine's: answered, insufficient, refused, failed. `wild` runs have arbitrary texts; `plain` ones only letters,
 * so that footnote numbers can be recognised.
 */
export function answerRuns(kind: 'wild' | 'plain'): fc.Arbitrary<AnswerRun> {
  const link: fc.Arbitrary<SectionLink> = fc.record({
    url: fc.constantFrom('https://docs.example.org', 'https://docs.example.org/a'),
    anchor: fc.constantFrom('', 'b'),
    title: texts(kind),
    heading: texts(kind),
  });
  return chunks(kind).chain((all) =>
    fc
      .record({
        similarities: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
        windowed: fc.boolean(),
        statements: fc.oneof(
          { weight: 4, arbitrary: fc.array(told(kind), { minLength: 1, maxLength: 6 }) },
          fc.constant([]),
        ),
        unanswered: fc.constantFrom<('insufficient' | 'refused')[]>('insufficient', 'refused'),
        reserved: fc.boolean(),
        nearest: fc.array(link, { maxLength: 5 }),
        warnings: fc.subarray(WARNINGS),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        failure: fc.oneof(
          { weight: 4, arbitrary: fc.constant(undefined) },
          fc.record({ code: fc.constantFrom<ErrorCode[]>(...ERROR_CODES), message: texts(kind), after: fc.nat(20) }),
        ),
      })
      .map((parts): AnswerRun => {
        const { statements, unanswered, reserved, nearest, warnings, confidence, failure } = parts;
        const passages = all.map((chunk, index): Passage => ({
          label: `p${index + 1}`,
          chunk,
          score: parts.windowed ? 0 : 1,
          similarity: parts.similarities[index]!,
          ...(parts.windowed ? { window: { start: 0, end: chunk.text.length } } : {}),
        }));
        const { events, citations } = prove(statements, passages);
        const answered = citations.length > 0;
        const answer: Answer = {
          outcome: answered ? 'answered' : unanswered,
          asked: 'What?',
          statements: events.flatMap((event) => (event.type === 'statement-verified' ? [event.statement] : [])),
          citations,
          message: answered && !reserved ? '' : 'Something to tell.',
          nearest,
          excerpts: [],
          closest: [],
          corrected: [],
          warnings,
          withheld: 0,
          confidence,
          answerer: 'extractive@1',
          model: undefined,
          generation: 3,
        };
        const whole: AnswerEvent[] = [
          { type: 'run-start', runId: 'run-of-the-engine' },
          { type: 'retrieval-end', passages },
          ...events,
        ];
        if (failure === undefined) return { events: [...whole, { type: 'run-end', answer }], passages, answer };
        const { code, message, after } = failure;
        const begun = whole.slice(0, 1 + (after % whole.length));
        return { events: [...begun, { type: 'run-error', code, message }], passages, answer: undefined };
      }),
  );
}
