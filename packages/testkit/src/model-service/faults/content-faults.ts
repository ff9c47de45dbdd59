/** The reply is well-formed; what it holds, how it says it ended or what it claims to have cost is not right. */
import { piecesOf, type Composition } from '../composition.ts';
import { bodyOf, framesOf, planReply, streamHead, streamOf, wholeBody } from '../plan-reply.ts';
import { frameStep, type Frame } from '../frame.ts';
import type { FaultContext, FaultFamily, FaultMode } from './fault-mode.ts';

export type ContentFault =
  | 'no-finish-reason'
  | 'finish-length'
  | 'finish-content-filter'
  | 'finish-unknown'
  | 'content-filter-before-text'
  | 'null-content'
  | 'empty-choices'
  | 'blank-text'
  | 'refusal'
  | 'usage-missing'
  | 'usage-huge'
  | 'usage-zero'
  | 'usage-negative'
  | 'usage-not-a-number'
  | 'giant-delta'
  | 'runs-to-limit'
  | 'endless-answer'
  | 'fake-citations';

const GIANT_LENGTH = 1_000_000;
/** Where the caller names no limit. */
const LIMIT_TOKENS = 4096;
const MORE = ' And so on and on, without an end in sight.';
const FAKE_TEXT =
  'Topics are named buses. [p99] A service answers twice. [1] Actions never end. [^2] Nodes share their memory. [p1, p2] See https://evil.example/docs. [p0]';

export const CONTENT_FAULTS: FaultFamily<ContentFault> = {
  'no-finish-reason': {
    description:
      'All the text, but nothing says that it is the end: no chunk has a `finish_reason` though `[DONE]` comes; Responses end without a last event; a JSON body has `finish_reason: null` or the status `in_progress`.',
    shows: 'part',
    steps: changed((made) => ({ ...made, finish: null })),
  },
  'finish-length': {
    description: 'The first half of the text, ended by `finish_reason: "length"` (Responses: `max_output_tokens`).',
    shows: 'part',
    steps: changed((made) => ({ ...half(made), finish: 'length' })),
  },
  'finish-content-filter': {
    description: 'The first half of the text, ended by `finish_reason: "content_filter"`.',
    shows: 'part',
    steps: changed((made) => ({ ...half(made), finish: 'content_filter' })),
  },
  'finish-unknown': {
    description: 'The first half of the text, ended by a `finish_reason` that no document names.',
    shows: 'part',
    steps: changed((made) => ({ ...half(made), finish: 'eviction' })),
  },
  'content-filter-before-text': {
    description: 'No text at all, ended by `finish_reason: "content_filter"`.',
    shows: 'nothing',
    steps: changed((made) => ({ ...withoutText(made), finish: 'content_filter' })),
  },
  'null-content': {
    description: '`content: null`, no tool call, `finish_reason: "stop"` (Responses: an empty `output`).',
    shows: 'nothing',
    steps: changed((made) => ({ ...withoutText(made), finish: 'stop' })),
  },
  'empty-choices': {
    description: 'Every chunk, or the body, has `choices: []` (Responses: an empty `output`).',
    shows: 'nothing',
    steps: (context) => {
      const empty = { ...withoutText(context.made), finish: 'stop' };
      if (context.call.api === 'responses') return planReply(empty, context);
      if (!context.call.stream) return wholeBody(JSON.stringify({ ...bodyOf(empty, context), choices: [] }));
      return streamOf(framesOf(empty, context).map(withoutChoices));
    },
  },
  'blank-text': {
    description: 'A text of blanks and line ends alone, rightly ended.',
    shows: 'nothing',
    steps: changed((made) => texted(made, ' \n\n \n')),
  },
  refusal: {
    description: 'The words come as `refusal` and not as content; ended by `stop`.',
    shows: 'nothing',
    steps: changed((made) => ({ ...texted(made, "I'm sorry, I can't help with that."), isRefusal: true })),
  },
  'usage-missing': usage('Reports no usage, also where it was asked for', 'missing'),
  'usage-huge': usage('Reports a million million tokens', { value: 1e12 }),
  'usage-zero': usage('Reports no tokens at all', { value: 0 }),
  'usage-negative': usage('Reports negative tokens', { value: -1000 }),
  'usage-not-a-number': usage('Reports the string `NaN` in place of each number', { value: 'NaN' }),
  'giant-delta': {
    description: `A text of ${GIANT_LENGTH} characters, in a stream as one delta.`,
    shows: 'untrue',
    steps: changed((made) => {
      const text = 'Everything is connected to everything else. '
        .repeat(Math.ceil(GIANT_LENGTH / 44))
        .slice(0, GIANT_LENGTH);
      return { ...texted(made, text), pieces: [text] };
    }),
  },
  'runs-to-limit': {
    description: `Never comes to an end by itself: text up to the caller's token limit (${LIMIT_TOKENS} where there is none), ended by \`length\`.`,
    shows: 'part',
    steps: (context) => {
      const limit = context.call.maxTokens ?? LIMIT_TOKENS;
      const perRound = Math.max(1, context.countTokens(MORE));
      const text = (context.made.text ?? '') + MORE.repeat(Math.floor(limit / perRound));
      let kept = text;
      while (context.countTokens(kept) > limit) kept = kept.slice(0, Math.floor((kept.length * 15) / 16));
      return planReply({ ...texted(context.made, kept), finish: 'length' }, context);
    },
  },
  'endless-answer': {
    description: 'The good text, then more of it every `everyMs` (1) for ever, whatever the token limit.',
    shows: 'endless',
    needsStream: true,
    steps: (context) => {
      const frames = framesOf(texted(context.made, (context.made.text ?? '') + MORE), context);
      const last = frames.findLastIndex(({ part }) => part === 'delta');
      const more = framesOf({ ...texted(context.made, MORE), pieces: [MORE] }, context).find(
        ({ part }) => part === 'delta',
      );
      const step = more === undefined ? undefined : frameStep(more);
      if (step?.do !== 'write') throw new Error('The endless answer has no delta.');
      return [
        streamHead(),
        ...frames.slice(0, last + 1).map(frameStep),
        { ...step, do: 'repeat', everyMs: context.everyMs ?? 1 },
      ];
    },
  },
  'fake-citations': {
    description:
      'Sentences with labels that were never given (`[p99]`, `[p0]`), numbers, footnotes, lists of labels and a link.',
    shows: 'untrue',
    steps: changed((made) => texted(made, FAKE_TEXT)),
  },
};

function changed(change: (made: Composition) => Composition): FaultMode['steps'] {
  return (context: FaultContext) => planReply(change(context.made), context);
}

function usage(what: string, value: Composition['usage']): FaultMode {
  return {
    description: `${what}; the answer is good.`,
    shows: 'whole',
    steps: changed((made) => ({ ...made, usage: value })),
  };
}

function half(made: Composition): Composition {
  const pieces = made.pieces.slice(0, Math.ceil(made.pieces.length / 2));
  return { ...made, text: pieces.join(''), pieces, calls: [] };
}

function withoutText(made: Composition): Composition {
  return { ...made, text: undefined, pieces: [], calls: [] };
}

function texted(made: Composition, text: string): Composition {
  return { ...made, text, pieces: piecesOf(text), calls: [], finish: 'stop' };
}

function withoutChoices(frame: Frame): Frame {
  return typeof frame.data === 'object' ? { ...frame, data: { ...frame.data, choices: [] } } : frame;
}
