import { collectionsOf } from '../layout.ts';
import type { Checking, Findings } from './check-index.ts';

/** The name by which other programs read the passages on show. Nothing of ours does, so nothing else notices when it is gone. */
export async function* checkAlias({ calls, base, state, shown, options }: Checking): Findings {
  const { passages } = collectionsOf(base, shown.version);
  const target = await calls.alias(base, options);
  if (target === passages) return;
  const found =
    target === undefined ? `There is no alias \`${base}\`` : `The alias \`${base}\` points to \`${target}\``;
  // Between a publish and its tidying, or when that was interrupted, it stands where it stood.
  const mend = state.untidy
    ? 'the next indexing sets it'
    : `let it point to \`${passages}\`, or index again with \`--fresh\``;
  const message = `${found}, so other programs do not find the passages on show; ${mend}`;
  yield [{ severity: state.untidy ? 'info' : 'error', rule: 'store:alias', message, page: '' }];
}
