import type { Block } from '../../spec/block.ts';

import type { ResolveLink } from '../link-resolver.ts';
import { openReading } from './page-reading.ts';
import { readBlocks } from './read-blocks.ts';
import { readFragment } from './read-document.ts';
import { commonRules } from './rules/common.ts';

/** Blocks of a piece of HTML that stands in another text, such as Markdown. Its links are marked where `resolveLink` gives a target. */
export function htmlToBlocks(html: string, resolveLink?: ResolveLink): readonly Block[] {
  const { fragment } = readFragment(html);
  return readBlocks(openReading(fragment, commonRules, resolveLink), fragment.childNodes);
}
