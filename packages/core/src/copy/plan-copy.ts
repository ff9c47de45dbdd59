import type { ChunkStore } from '../open-store.ts';
import type { CallOptions } from '../types/call-options.ts';

export interface CopyPlan {
  /** Pages on show in the source. */
  readonly total: number;
  readonly copied: ReadonlySet<string>;
  readonly removed: readonly string[];
  /** URL of the last page before the first one to copy, from which on the source is read. */
  readonly after: string | undefined;
}

/** `held`: URL → revision of the target's pages; `lacking`: those of them without vectors. */
export async function planCopy(
  from: Pick<ChunkStore, 'listPages'>,
  target: { readonly held: ReadonlyMap<string, string>; readonly lacking: ReadonlySet<string> },
  call: CallOptions,
): Promise<CopyPlan> {
  const copied = new Set<string>();
  const gone = new Set(target.held.keys());
  let total = 0;
  let after: string | undefined;
  for await (const { url, revision } of from.listPages(call)) {
    total += 1;
    gone.delete(url);
    if (target.held.get(url) !== revision || target.lacking.has(url)) copied.add(url);
    else if (copied.size === 0) after = url;
  }
  return { total, copied, removed: [...gone], after };
}
