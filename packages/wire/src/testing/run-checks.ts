/** Properties of every dialect for every run. A check returns the problems it finds, so that tests with planted errors can prove that it works. */
import { z } from 'zod';
import type { FinishedRun, WireContext, WireFailure } from '../dialect.ts';
import { encodeFailure } from '../shared/failures.ts';
import { answerText } from '../shared/replies.ts';
import type { AnswerRun } from './answer-runs.ts';
import type { DialectSubject } from './dialect-subject.ts';
import { parseFrames, type Frame } from './parse-frames.ts';
import { testContext } from './test-context.ts';

export interface RunCheck {
  readonly title: string;
  /** Texts of `plain` runs can be distinguished from footnote numbers. */
  readonly runs: 'wild' | 'plain';
  readonly find: (run: AnswerRun) => readonly string[];
}

const NOTES = [{ code: 'selection_cut', text: 'only a part was used' }];
const FOOTNOTES = /(?: |\n *)(?:\[(?:\d+|Source: [^\]]*)\])+/gu;

export function runChecks(subject: DialectSubject): readonly RunCheck[] {
  const { endpoint, ends } = subject;
  const context = testContext({ ...subject.context, notes: NOTES });
  const schema = z.fromJSONSchema(endpoint.description.reply() as Parameters<typeof z.fromJSONSchema>[0]);

  const streamOf = (run: AnswerRun, given: WireContext = context): string => {
    const encoder = endpoint.createStreamEncoder(given);
    return run.events.flatMap((event) => encoder.encode(event)).join('');
  };
  const replyOf = ({ answer, passages }: Answered, given: WireContext = context): unknown =>
    parsed(endpoint.encodeAnswer({ answer, passages }, given).body);

  return [
    {
      title: 'every frame parses',
      runs: 'wild',
      find(run) {
        try {
          parseFrames(streamOf(run));
          return [];
        } catch (error) {
          return [String(error)];
        }
      },
    },
    {
      title: 'exactly one terminal frame ends the stream',
      runs: 'wild',
      find(run) {
        const names = [...streamOf(run).matchAll(/^event: (.*)$/gmu)].map(([, name]) => name!);
        const terminal = names.filter((name) => name === ends.final || name === ends.error);
        const wanted = run.answer === undefined ? ends.error : ends.final;
        return terminal.length === 1 && names.at(-1) === wanted ? [] : [`the stream has ${names.join(', ')}`];
      },
    },
    {
      title: 'the last frame is the JSON reply, or the failure body',
      runs: 'wild',
      find(run) {
        const last = framesOf(streamOf(run)).at(-1)?.data;
        const whole = isAnswered(run) ? replyOf(run) : parsed(encodeFailure(failureOf(run), context, endpoint).body);
        return same(last, whole) ? [] : [`the stream ends with ${JSON.stringify(last)}, not ${JSON.stringify(whole)}`];
      },
    },
    {
      title: 'the pieces of the stream are the text of the reply',
      runs: 'wild',
      find(run) {
        if (!isAnswered(run)) return [];
        const frames = framesOf(streamOf(run));
        const streamed = subject.streamed(frames.slice(0, -1));
        const shown = subject.shown(replyOf(run) as never);
        if (streamed === undefined && run.answer.outcome !== 'answered') return [];
        return streamed === shown ? [] : [`${JSON.stringify(streamed)} is not ${JSON.stringify(shown)}`];
      },
    },
    {
      title: 'the text equals that of all vocabularies, apart from footnotes',
      runs: 'plain',
      find(run) {
        if (!isAnswered(run)) return [];
        const shown = subject.shown(replyOf(run) as never);
        const { outcome, message, statements } = run.answer;
        if (outcome !== 'answered') return shown.startsWith(message) ? [] : [`${shown} does not begin with ${message}`];
        const neutral = answerText(statements);
        return shown.replaceAll(FOOTNOTES, '') === neutral ? [] : [`${shown} is not ${neutral}`];
      },
    },
    {
      title: 'has the citations of all vocabularies',
      runs: 'wild',
      find(run) {
        if (!isAnswered(run)) return [];
        const given = new Set(subject.cited(replyOf(run) as never));
        const wanted = new Set((subject.proofs?.(run.answer) ?? run.answer.citations).map(subject.keyOf));
        const difference = given.symmetricDifference(wanted);
        return [...difference].map((key) => `${given.has(key) ? 'cites' : 'does not cite'} ${key}`);
      },
    },
    {
      title: 'the reply follows its published schema',
      runs: 'wild',
      find(run) {
        if (!isAnswered(run)) return [];
        const { status } = endpoint.encodeAnswer(run, context);
        const { error } = schema.safeParse(replyOf(run));
        return [
          ...(status === 200 ? [] : [`the status is ${status}`]),
          ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
        ];
      },
    },
    {
      title: 'the reason for a missing answer is in the field that programs read (R13)',
      runs: 'wild',
      find(run) {
        if (!isAnswered(run) || run.answer.outcome === 'answered') return [];
        const reasons = subject.reasons(replyOf(run) as never);
        return reasons.some((reason) => reason?.includes(run.answer.message)) ? [] : ['the reason is lost'];
      },
    },
    {
      title: 'the notes about the request are in the reply',
      runs: 'wild',
      find(run) {
        if (!isAnswered(run)) return [];
        return /nly a part was used/u.test(JSON.stringify(replyOf(run))) ? [] : ['the note is lost'];
      },
    },
    ...(subject.stable
      ? [
          {
            title: 'equal runs give equal bytes (R15)',
            runs: 'wild' as const,
            find(run: AnswerRun): readonly string[] {
              if (!isAnswered(run)) return [];
              const other = {
                ...context,
                requestId: 'other',
                receivedAt: '2027-01-01T00:00:00.000Z',
                elapsedMs: () => 99,
              };
              const [one, two] = [JSON.stringify(replyOf(run)), JSON.stringify(replyOf(run, other))];
              return one === two && streamOf(run) === streamOf(run, other) ? [] : [`${one} is not ${two}`];
            },
          },
        ]
      : []),
  ];
}

type Answered = AnswerRun & FinishedRun;

function isAnswered(run: AnswerRun): run is Answered {
  return run.answer !== undefined;
}

function failureOf({ events }: AnswerRun): WireFailure {
  const last = events.at(-1);
  if (last?.type !== 'run-error') throw new Error('The run did not fail.');
  const { code, message } = last;
  const found = events.some(({ type }) => type === 'retrieval-end');
  return { code, message, stage: found ? 'answer' : 'retrieval' };
}

function framesOf(stream: string): readonly Frame[] {
  try {
    return parseFrames(stream);
  } catch {
    // Reported by the check on parsing.
    return [];
  }
}

function parsed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
