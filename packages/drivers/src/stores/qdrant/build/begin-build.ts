import { IbidError } from '@ibid/core';
import type { BuildState, CallOptions, IndexSchema } from '@ibid/core/types';
import { keepingOf } from '../layout.ts';
import { changeState } from '../state/change-state.ts';
import { createKeeping } from '../state/create-keeping.ts';
import type { BuildRecord, StoreState } from '../state/state-point.ts';
import { collectGarbage } from './collect-garbage.ts';
import { dropBuild } from './drop-build.ts';
import { loadBuild } from './load-build.ts';
import { sortedUrls } from './open-build.ts';
import { guard, type Session } from './session.ts';
import { takePlace } from './take-place.ts';
import { withPlace } from './write.ts';

export interface BuildRequest {
  readonly schema: IndexSchema;
  readonly sourceId: string;
  readonly fresh: boolean;
}

export async function beginBuild(
  session: Session,
  request: BuildRequest,
  given: CallOptions | undefined,
): Promise<BuildState> {
  await refuseForeign(session, given);
  await createKeeping(session.calls, session.base, given);
  await session.calls.requireCopies(keepingOf(session.base), 'write', given);
  await takePlace(session, given);
  return withPlace(session, given, async (held) => {
    const { calls, base, token, options } = held;
    session.build = undefined;
    let state = await guard(session, options);
    if (state.untidy) await collectGarbage(held, state);
    const found = state.build;
    const resumed = found !== undefined && !found.dropped && !request.fresh && isSameBuild(found, request);
    if (!resumed) {
      if (found !== undefined) await dropBuild(held, state);
      state = await changeState(calls, base, token, (now) => newBuild(now, request), options);
    }
    const build = await loadBuild(calls, base, state, { isNew: !resumed }, options);
    session.build = build;
    const pages = sortedUrls(build).map((url) => ({ url, revision: build.pages.get(url)!.revision }));
    return { resumed, pages };
  });
}

function newBuild({ epochs, shown }: StoreState, { schema, sourceId, fresh }: BuildRequest): Partial<StoreState> {
  const epoch = epochs + 1;
  const inherits = shown !== undefined && !fresh && isSameSchema(shown.schema, schema);
  const versions: BuildRecord['versions'] = inherits ? [[shown.spaceId, shown.version]] : [];
  return { epochs: epoch, build: { epoch, schema, sourceId, inherits, versions, dropped: false, counted: false } };
}

function isSameBuild(build: BuildRecord, { schema, sourceId }: BuildRequest): boolean {
  return isSameSchema(build.schema, schema) && build.sourceId === sourceId;
}

function isSameSchema(a: IndexSchema, b: IndexSchema): boolean {
  return a.chunker === b.chunker && a.tokenizer === b.tokenizer;
}

/** The name belongs to an alias here; a collection of that name is someone else's. */
async function refuseForeign({ calls, base }: Session, options: CallOptions | undefined): Promise<void> {
  if ((await calls.alias(base, options)) !== undefined) return;
  if (!(await calls.collections(options)).includes(base)) return;
  throw new IbidError(
    'INVALID_CONFIG',
    `Qdrant has a collection \`${base}\` that another program made, and Ibid writes only to its own (\`${base}\` as an alias, \`${keepingOf(base)}\` beside it). ` +
      'Configure another collection name, or delete that collection if nothing needs it any more; it can be searched as it is',
  );
}
