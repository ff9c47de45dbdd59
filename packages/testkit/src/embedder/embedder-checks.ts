import { calibrationFault } from '@ibid/core/embed';
import { IbidError } from '@ibid/core';
import type { Embedder, ErrorCode } from '@ibid/core/types';
import { BLANK_TEXTS, HOSTILE_TEXTS } from './sample-texts.ts';
import { withDeadline } from './with-deadline.ts';

interface EmbedderSubject {
  /** Opens a new embedder of the same space each time. */
  readonly open: () => Promise<Embedder>;
  /** At least three different texts, with words known to the space. */
  readonly texts: readonly string[];
  /** Handling of texts of many thousand words; they must never be cut. */
  readonly longTexts: 'embedded' | 'refused';
  /** Milliseconds after which a call counts as hanging. */
  readonly deadline: number;
}

/** One rule of the contract. `find` resolves to a description of each violation. */
export interface EmbedderCheck {
  readonly rule: string;
  readonly find: (subject: EmbedderSubject) => Promise<readonly string[]>;
}

/** Allowed difference between the numbers of the same text in two calls; hosted models are not bit-stable. */
const SAME = 1e-4;

export const EMBEDDER_CHECKS: readonly EmbedderCheck[] = [
  {
    rule: 'states an id, its dimensions, its largest batch and whether it is worth caching',
    find: using(async ({ embedder }) => [
      ...complain(embedder.id.length > 0 && embedder.id.trim() === embedder.id, `id is ${JSON.stringify(embedder.id)}`),
      ...complain(
        Number.isInteger(embedder.dimensions) && embedder.dimensions > 0,
        `dimensions is ${embedder.dimensions}`,
      ),
      ...complain(Number.isInteger(embedder.maxBatch) && embedder.maxBatch > 0, `maxBatch is ${embedder.maxBatch}`),
      ...complain(typeof embedder.cacheable === 'boolean', `cacheable is ${String(embedder.cacheable)}`),
    ]),
  },
  {
    rule: 'declares a sound calibration of its cosines, or that there is none',
    find: using(async ({ embedder }) => {
      const fault = embedder.calibration === undefined ? '' : calibrationFault(embedder.calibration);
      return [
        ...complain('calibration' in embedder, 'calibration is missing; undefined must be said'),
        ...complain(fault === '', fault),
      ];
    }),
  },
  {
    rule: 'gives one finite vector of length 1 for each text, up to the largest batch',
    find: using(async ({ embedder, texts, embed }) => {
      const full = Array.from({ length: Math.min(embedder.maxBatch, 300) }, (_, i) => texts[i % texts.length]!);
      return [
        ...soundness(embedder, full, await embed(full), 'needed'),
        ...soundness(embedder, [texts[0]!], await embed([texts[0]!]), 'needed'),
      ];
    }),
  },
  {
    rule: 'keeps the order: a batch gives what its texts give alone',
    find: using(async ({ embedder, texts, embed }) => {
      const several = texts.slice(0, embedder.maxBatch);
      const together = await embed(several);
      const complaints: string[] = [];
      for (const [i, text] of several.entries()) {
        complaints.push(
          ...complain(
            isSame(together[i], (await embed([text]))[0]),
            `vector ${i} of the batch is not that of its text`,
          ),
        );
      }
      return complaints;
    }),
  },
  {
    rule: 'gives the same text the same vector again, also after a restart',
    find: using(async ({ texts, embed, reopen }) => {
      const [first] = await embed([texts[0]!]);
      const [second] = await embed([texts[0]!]);
      const restarted = await reopen();
      const [third] = await restarted.embed([texts[0]!]);
      return [
        ...complain(isSame(first, second), 'the second call gave another vector'),
        ...complain(isSame(first, third), 'a fresh embedder gave another vector'),
      ];
    }),
  },
  {
    rule: 'finds each text by itself as a question',
    find: using(async ({ texts, embed, embedQuery }) => {
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(...(await embed([text])));
      const complaints: string[] = [];
      for (const [i, text] of texts.entries()) {
        const [question] = await embedQuery([text]);
        const scores = vectors.map((vector) => dot(question, vector));
        complaints.push(...complain(scores.indexOf(Math.max(...scores)) === i, `text ${i} is not nearest to itself`));
      }
      return complaints;
    }),
  },
  {
    rule: 'answers blank texts with a zero vector or a sound one',
    find: using(async ({ embedder, embed }) => {
      const complaints: string[] = [];
      for (const text of BLANK_TEXTS) complaints.push(...soundness(embedder, [text], await embed([text]), 'allowed'));
      return complaints;
    }),
  },
  {
    rule: 'answers any string, however odd',
    find: using(async ({ embedder, embed }) => {
      const complaints: string[] = [];
      for (const text of HOSTILE_TEXTS) {
        complaints.push(...soundness(embedder, [text], await embed([text]), 'allowed'));
      }
      return complaints;
    }),
  },
  {
    rule: 'embeds a very long text or says that it is too long, whichever it declares',
    find: using(async ({ embedder, texts, longTexts, embed }) => {
      const complaints: string[] = [];
      for (const text of [`${texts[0]!} `.repeat(5000), 'x'.repeat(300_000)]) {
        complaints.push(
          ...(longTexts === 'refused'
            ? await refusal(embed([text]))
            : soundness(embedder, [text], await embed([text]), 'allowed')),
        );
      }
      return complaints;
    }),
  },
  {
    rule: 'hands its vectors over: changing them changes no later answer',
    find: using(async ({ texts, embed }) => {
      const [first] = await embed([texts[0]!]);
      const before = Float32Array.from(first ?? []);
      first?.fill(0.5);
      return complain(
        isSame(before, (await embed([texts[0]!]))[0]),
        'the answer changed with the vector that was handed out',
      );
    }),
  },
  {
    rule: 'rejects with ABORTED when the signal is aborted',
    find: using(({ embedder, texts, deadline }) =>
      rejection(
        'ABORTED',
        withDeadline(
          embedder.embed({ purpose: 'document', texts: [texts[0]!] }, { signal: AbortSignal.abort() }),
          deadline,
        ),
      ),
    ),
  },
  {
    rule: 'can be closed twice',
    find: using(async ({ embedder, deadline }) => {
      await withDeadline(embedder.close(), deadline);
      await withDeadline(embedder.close(), deadline);
      return [];
    }),
  },
];

type Ask = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

interface Tools extends EmbedderSubject {
  readonly embedder: Embedder;
  readonly embed: Ask;
  readonly embedQuery: Ask;
  readonly reopen: () => Promise<{ readonly embed: Ask }>;
}

/** Opens and closes embedders around a check, and turns thrown errors into complaints. */
function using(find: (tools: Tools) => Promise<readonly string[]>): EmbedderCheck['find'] {
  return async (subject) => {
    const opened: Embedder[] = [];
    const open = async (): Promise<Embedder> => {
      const embedder = await subject.open();
      opened.push(embedder);
      return embedder;
    };
    const asker =
      (embedder: Embedder, purpose: 'document' | 'query'): Ask =>
      async (texts) => {
        const { vectors } = await withDeadline(embedder.embed({ purpose, texts }), subject.deadline);
        return vectors;
      };
    try {
      const embedder = await open();
      return await find({
        ...subject,
        embedder,
        embed: asker(embedder, 'document'),
        embedQuery: asker(embedder, 'query'),
        reopen: async () => ({ embed: asker(await open(), 'document') }),
      });
    } catch (error) {
      return [`threw ${String(error)}`];
    } finally {
      for (const embedder of opened) await embedder.close();
    }
  };
}

function soundness(
  embedder: Embedder,
  texts: readonly string[],
  vectors: readonly Float32Array[],
  meaning: 'needed' | 'allowed',
): readonly string[] {
  return [
    ...complain(vectors.length === texts.length, `${vectors.length} vectors for ${texts.length} texts`),
    ...vectors.flatMap((vector, i) => {
      if (!(vector instanceof Float32Array)) return [`vector ${i} is no Float32Array`];
      const length = Math.sqrt(dot(vector, vector));
      const isFine = Math.abs(length - 1) < 1e-3 || (meaning === 'allowed' && length === 0);
      return [
        ...complain(vector.length === embedder.dimensions, `vector ${i} has ${vector.length} numbers`),
        ...complain(isFine, `vector ${i} has length ${length}`),
      ];
    }),
  ];
}

/** Complains unless the promise rejects with that code. */
export async function rejection(code: ErrorCode, promise: Promise<unknown>): Promise<readonly string[]> {
  try {
    await promise;
    return [`resolved instead of rejecting with ${code}`];
  } catch (error) {
    return complain(IbidError.is(error, code), `rejected with ${String(error)} instead of ${code}`);
  }
}

/** Complains unless the promise rejects as for a text that is too long for the model. */
async function refusal(promise: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const isRefusal = IbidError.is(error, 'UPSTREAM_FAILED') && !error.retryable && error.details['tooLong'] === true;
  return complain(isRefusal, `a text that is too long ended with ${String(error)}`);
}

export function complain(isFine: boolean, complaint: string): readonly string[] {
  return isFine ? [] : [complaint];
}

function isSame(a: Float32Array | undefined, b: Float32Array | undefined): boolean {
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  return a.every((value, i) => Math.abs(value - b[i]!) <= SAME);
}

function dot(a: Float32Array | undefined, b: Float32Array): number {
  return b.reduce((sum, value, i) => sum + value * (a?.[i] ?? Number.NaN), 0);
}
