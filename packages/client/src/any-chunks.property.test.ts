import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleReplies, type SampleName } from '../../widget/src/testing/replies.ts';
import { type Path, pathsIn } from '../../widget/src/testing/paths-in.ts';
import { asked } from './testing/asked.ts';
import { bodyFetch } from './testing/body-fetch.ts';
import { transcriptOf } from './testing/transcript.ts';
import type { Reply } from './wire.ts';

const samples = sampleReplies('https://docs.example.org');
/** Characters of one to four bytes, so that pieces end within them. */
const foreign: Reply = {
  ...samples.answered,
  statements: samples.answered.statements.map((one) => ({
    ...one,
    text: `Gleichung für Größe, مفصل، 関節 🤖 ${one.text}`,
  })),
};
const replies: readonly Reply[] = [...(Object.keys(samples) as SampleName[]).map((name) => samples[name]), foreign];

function cut(bytes: Uint8Array, at: readonly number[]): readonly Uint8Array[] {
  const places = [0, ...at.map((place) => place % bytes.length).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

test('a stream gives the same events however it is cut into pieces, with any line ends and with a byte order mark', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...replies),
      fc.array(fc.nat(), { maxLength: 60 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      fc.boolean(),
      async (reply, places, lineEnd, hasMark, hasComments) => {
        const frames = transcriptOf(reply).split('\n\n');
        const stream = frames.join(hasComments ? '\n\n: still here\n\n' : '\n\n').replaceAll('\n', lineEnd);
        const bytes = new TextEncoder().encode((hasMark ? '\u{FEFF}' : '') + stream);
        const whole = await asked({ api: '', fetch: bodyFetch([new TextEncoder().encode(transcriptOf(reply))]) });
        const pieces = await asked({ api: '', fetch: bodyFetch(cut(bytes, places)) });
        expect(pieces).toEqual(whole);
        expect(pieces.at(-1)).toEqual({ type: 'done', reply });
      },
    ),
    { numRuns: 100 },
  );
});

test('whatever comes in place of a stream, there is one last event and no crash', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('event: run-end\n', 'data: {}\n\n', 'data:', '\n\n', ': \n'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 12 }), async (pieces) => {
      const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
      const events = await asked({ api: '', fetch: bodyFetch(bytes) });
      expect(events.filter(({ type }) => type === 'failed')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('failed');
    }),
    { numRuns: 100 },
  );
});

test('no reply of another shape gets through, whichever member is missing or of another type', async () => {
  const { answered } = samples;
  const paths = pathsIn({ ...answered, model: { name: 'm', fault: null } });
  for (const path of paths) {
    for (const wrong of [undefined, 7.5, -1, {}, [[]], true]) {
      const reply = structuredClone({ ...answered, model: { name: 'm', fault: null } }) as unknown;
      if (!change(reply, path, wrong)) continue;
      const stream = `event: run-end\ndata: ${JSON.stringify(reply)}\n\n`;
      const events = await asked({ api: '', fetch: bodyFetch([new TextEncoder().encode(stream)]) });
      expect([path.join('.'), wrong, events.map(({ type }) => type)]).toEqual([path.join('.'), wrong, ['failed']]);
    }
  }
  expect(paths.length).toBeGreaterThan(60);
});

/** Older servers do not send these. */
const LEFT_OUT = new Set(['model', 'fault', 'excerpts', 'excerpt', 'block', 'depth', 'ordinal', 'lit']);
const BESIDE = new Set(['marks', 'closest', 'corrected']);

/** Returns false if `wrong` would be a valid value there. */
function change(value: unknown, path: Path, wrong: unknown): boolean {
  const [key = '', ...rest] = path;
  const holder = value as Record<string, unknown>;
  if (rest.length > 0) return change(holder[key], rest, wrong);
  const isNumber = typeof holder[key] === 'number';
  // Any number from 0 is a valid similarity, lists may be shorter, and the model's usage may be missing.
  if (isNumber && typeof wrong === 'number' && wrong >= 0 && !['index'].includes(key)) return false;
  if (wrong === undefined && (Array.isArray(value) || LEFT_OUT.has(key))) return false;
  // Optional decoration with the wrong shape is dropped without an error.
  if (BESIDE.has(key) || (key === 'excerpt' && wrong === 7.5) || (key === 'lit' && wrong === true)) return false;
  holder[key] = wrong;
  return true;
}
