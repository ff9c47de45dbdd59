/**
 * The ids that headings carry in the built page. Docusaurus: an explicit `{#id}` (or `{/* #id *\/}`) as written, else the
 * GitHub slug of the heading's text, counted over the file. mdBook: letters, digits, `_` and `-` of the text, ASCII letters in
 * lower case, white space as `-`, counted over the page; explicit ids in `{#id .class}`.
 */
import GithubSlugger from 'github-slugger';
import { toString } from 'mdast-util-to-string';
import type { MarkNode } from './mark-node.ts';

export interface HeadingMark {
  readonly anchor: string;
  readonly children: readonly MarkNode[];
}

export type AnchorRule = 'docusaurus' | 'mdbook';

const EXPLICIT = /\s*\{\s*#([^\s{}]+)(?:\s+\.[^{}]*)?\s*\}\s*$/;
const EXPLICIT_COMMENT = /^\/\*\s*#([^\s*]+)\s*\*\/$/;

/** By heading node, for all Markdown headings of one file; headings written as HTML or JSX carry their own id. */
export function headingAnchors(root: MarkNode, rule: AnchorRule): ReadonlyMap<MarkNode, HeadingMark> {
  const anchors = new Map<MarkNode, HeadingMark>();
  const slug = rule === 'mdbook' ? mdbookSlugger() : docusaurusSlugger();
  for (const heading of headingsUnder(root)) {
    const explicit = explicitId(heading);
    const text = toString(heading.children?.filter((child) => child.type !== 'html') ?? []);
    anchors.set(heading, {
      anchor: explicit?.anchor ?? slug(text),
      children: explicit?.children ?? heading.children ?? [],
    });
  }
  return anchors;
}

/** In document order, without recursion. */
function headingsUnder(root: MarkNode): readonly MarkNode[] {
  const found: MarkNode[] = [];
  const open: MarkNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'heading') found.push(node);
    else for (const child of node.children?.toReversed() ?? []) open.push(child);
  }
  return found;
}

function explicitId(heading: MarkNode): HeadingMark | undefined {
  const children = heading.children ?? [];
  const last = children.at(-1);
  if (last === undefined) return undefined;
  const before = children.slice(0, -1);
  const comment = last.type === 'mdxTextExpression' ? EXPLICIT_COMMENT.exec((last.value ?? '').trim()) : null;
  if (comment !== null) return { anchor: comment[1]!, children: before };
  const match = last.type === 'text' ? EXPLICIT.exec(last.value ?? '') : null;
  if (match === null) return undefined;
  const rest = last.value!.slice(0, match.index);
  return { anchor: match[1]!, children: rest === '' ? before : [...before, { ...last, value: rest }] };
}

function docusaurusSlugger(): (text: string) => string {
  const slugger = new GithubSlugger();
  return (text) => slugger.slug(text);
}

function mdbookSlugger(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const id = text
      .trim()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replace(/\s/gu, '-')
      .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}
