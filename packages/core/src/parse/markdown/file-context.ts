import type { Block } from '../../spec/block.ts';
import type { RawPage } from '../../spec/source.ts';
import type { ResolveLink } from '../link-resolver.ts';
import type { HeadingMark } from './heading-anchors.ts';
import type { ElementNode, MarkNode } from './mark-node.ts';

/** What the mapping of one file's nodes needs to know beyond the nodes themselves. */
export interface FileContext {
  readonly format: RawPage['format'];
  readonly anchors: ReadonlyMap<MarkNode, HeadingMark>;
  /** Values that expressions may use. */
  readonly names: Readonly<Record<string, unknown>>;
  readonly resolveLink: ResolveLink;
  /** Target of a link that names a definition; `''` when there is none. */
  readonly definition: (identifier: string) => string;
  /** Notes the use of a footnote, in order. */
  readonly referTo: (identifier: string) => void;
  /** Blocks of the imported file that an element stands for; `undefined` when it stands for none. */
  readonly partial: (element: ElementNode) => readonly Block[] | undefined;
  /** `RawPage.drawn`. */
  readonly drawn: readonly string[];
  /** A fenced block left out because the site draws its language. */
  readonly onDrawn: (language: string) => void;
  /** Text left out because no reader can see it. */
  readonly onHidden: (element: ElementNode) => void;
}

/** Maps nodes that stand one below the other; runs of inline nodes between them become paragraphs. */
export type Flow = (nodes: readonly MarkNode[]) => readonly Block[];
