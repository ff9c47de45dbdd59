import { IbidError } from '@ibid/core';
import type { EmbedderSource } from '@ibid/core/types';
import { complain, rejection } from './embedder-checks.ts';
import { withDeadline } from './with-deadline.ts';

interface FitSubject {
  readonly source: EmbedderSource & { readonly kind: 'fitted' };
  /** At least three, all different. */
  readonly passages: readonly string[];
  /** Milliseconds after which a fit counts as hanging. */
  readonly deadline: number;
}

/** One rule for fitted sources. `find` resolves to a description of each violation. */
export interface FitCheck {
  readonly rule: string;
  readonly find: (subject: FitSubject) => Promise<readonly string[]>;
}

export const FIT_CHECKS: readonly FitCheck[] = [
  {
    rule: 'equal passages in equal order give equal bytes and ids',
    find: guarded(async ({ source, passages }) => {
      const first = await source.fit(passages);
      const second = await source.fit([...passages]);
      return [
        ...complain(Buffer.compare(first.data, second.data) === 0, 'the bytes differ'),
        ...complain(first.id === second.id, `the ids differ: ${first.id} and ${second.id}`),
      ];
    }),
  },
  {
    rule: 'different passages give different ids, all of one family (R6)',
    find: guarded(async ({ source, passages }) => {
      const [one, other] = [await source.fit(passages), await source.fit(passages.slice(1))];
      return [
        ...complain(one.id !== other.id, `two fits share the id ${one.id}`),
        ...[one, other].flatMap(({ id }) => complain(id.startsWith(source.family), `${id} is not of ${source.family}`)),
      ];
    }),
  },
  {
    rule: 'opens with the id and dimensions of the fit',
    find: guarded(async ({ source, passages }) => {
      const space = await source.fit(passages);
      const embedder = await source.open(space);
      const { id, dimensions } = embedder;
      await embedder.close();
      return [
        ...complain(id === space.id, `${id} instead of ${space.id}`),
        ...complain(dimensions === space.dimensions, `${dimensions} dimensions instead of ${space.dimensions}`),
      ];
    }),
  },
  {
    rule: 'refuses bytes that are not a fit',
    find: guarded(async ({ source, passages }) => {
      const space = await source.fit(passages);
      const broken = [
        new Uint8Array(),
        space.data.slice(0, -1),
        space.data.map((byte, i) => (i === space.data.length - 1 ? byte ^ 1 : byte)),
      ];
      const complaints: string[] = [];
      for (const data of broken)
        complaints.push(...(await rejection('INDEX_DAMAGED', source.open({ ...space, data }))));
      return complaints;
    }),
  },
  {
    rule: 'fits any passages: none, one, copies, blank ones',
    find: guarded(async ({ source, passages }) => {
      const complaints: string[] = [];
      for (const few of [
        [],
        [passages[0]!],
        [passages[0]!, passages[0]!],
        ['', ' '],
        passages.slice(0, 2),
        passages.slice(0, 3),
      ]) {
        const embedder = await source.open(await source.fit(few));
        const { vectors } = await embedder.embed({ purpose: 'query', texts: [passages[0]!] });
        const isRight = vectors[0]?.length === embedder.dimensions && vectors[0].every(Number.isFinite);
        complaints.push(...complain(isRight, `a fit on ${few.length} passages gives no sound vector`));
        await embedder.close();
      }
      return complaints;
    }),
  },
  {
    rule: 'reports progress that rises to its total',
    find: guarded(async ({ source, passages }) => {
      const reports: (readonly [number, number])[] = [];
      await source.fit(passages, { onProgress: (done, total) => reports.push([done, total]) });
      const rises = reports.every(([done], i) => i === 0 || done >= reports[i - 1]![0]);
      const [done, total] = reports.at(-1) ?? [0, -1];
      return complain(rises && done === total, `it reported ${JSON.stringify(reports)}`);
    }),
  },
  {
    rule: 'stops a fit with ABORTED, before it begins and while it runs',
    find: guarded(async ({ source, passages }) => {
      const controller = new AbortController();
      const running = source.fit(passages, { signal: controller.signal });
      controller.abort();
      return [
        ...(await rejection('ABORTED', source.fit(passages, { signal: AbortSignal.abort() }))),
        ...(await rejection('ABORTED', running)),
      ];
    }),
  },
  {
    rule: 'asks for a refit when nothing was fitted, and for none right after a fit',
    find: guarded(async ({ source, passages }) => {
      const [none, all] = [await source.fit([]), await source.fit(passages)];
      const total = passages.length;
      const [never, just] = [source.drift(none, { total, added: total }), source.drift(all, { total, added: 0 })];
      return [
        ...complain(never.refit && never.reason !== '', 'no refit although nothing was fitted'),
        ...complain(!just.refit && just.reason !== '', 'a refit right after a fit'),
      ];
    }),
  },
];

function guarded(find: FitCheck['find']): FitCheck['find'] {
  return async (subject) => {
    try {
      return await withDeadline(find(subject), subject.deadline);
    } catch (error) {
      return [`threw ${IbidError.is(error) ? error.code : ''} ${String(error)}`];
    }
  };
}
