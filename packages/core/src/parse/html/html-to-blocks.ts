import type { Block } from '../../spec/block.ts';

import { openReading } from './page-reading.ts';
import { readBlocks } from './read-blocks.ts';
import { readFragment } from './read-document.ts';
import { commonRules } from './rules/common.ts';

/** Blocks of a piece of HTML that stands in another text, such as Markdown. */
export function htmlToBlocks(html: string): readonly Block[] {
  const { fragment } = readFragment(html);
  return readBlocks(openReading(fragment, commonRules), fragment.childNodes);
}
