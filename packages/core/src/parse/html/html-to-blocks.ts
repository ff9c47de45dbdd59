import type { Block } from '../../spec/block.ts';

import { linkResolver } from '../link-resolver.ts';
import { openReading } from './page-reading.ts';
import { readBlocks } from './read-blocks.ts';
import { readFragment } from './read-document.ts';
import { commonRules } from './rules/common.ts';

/** Blocks of a piece of HTML that stands in another text, such as Markdown. Links are marked where they lead to pages of the same site as `url`. */
export function htmlToBlocks(html: string, url = ''): readonly Block[] {
  const { fragment } = readFragment(html);
  return readBlocks(openReading(fragment, commonRules, linkResolver(url, url)), fragment.childNodes);
}
