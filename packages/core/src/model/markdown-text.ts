import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

type Node = ReturnType<typeof fromMarkdown>['children'][number];

/** Text of a block of Markdown, in the form of a chunk's text. */
export interface MarkdownText {
  /** Without emphasis, code marks and link targets. Images and HTML tags stay as written, so that later checks see them. */
  readonly text: string;
  /** Same length as `text`. Characters of code are `x`, and the `!` of an image is `IMAGE`. */
  readonly shadow: string;
}

export const IMAGE = '\u0001';

/** Blocks are split before, so these constructs are disabled and count as text here. */
const BLOCKS =
  'blockQuote codeFenced codeIndented definition gfmFootnoteDefinition headingAtx htmlFlow list setextUnderline table thematicBreak';
const SYNTAX = [gfm({ singleTilde: false }), { disable: { null: BLOCKS.split(' ') } }];
const TREE = [gfmFromMarkdown()];
/** Python names such as `__init__`, which are not emphasis. */
const DUNDER = /^__[a-z][a-z\d_]*__$/iu;
const CJK = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u3001-\u303f\uff01-\uff65]`;
const LEFT_MARKS = new RegExp(String.raw`(?<=${CJK})\*\*|\*\*(?=${CJK})`, 'gu');
const PLAIN_WORD = /[a-z0-9]/iu;

/** Reads the inline Markdown of one paragraph, list item or cell. */
export function markdownText(source: string): MarkdownText {
  let text = '';
  let shadow = '';
  const put = (words: string, cover = words): void => {
    text += words;
    shadow += cover;
  };

  function read(node: Node): void {
    // Addresses that the parser finds in plain text have no position.
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    const raw = source.slice(start, end);
    switch (node.type) {
      case 'text':
        // CommonMark does not parse emphasis marks between characters of scripts without spaces.
        return put(node.value.replaceAll(LEFT_MARKS, ''));
      case 'inlineCode':
        return put(node.value, 'x'.repeat(node.value.length));
      case 'break':
        return put('\n');
      case 'html':
        return raw.startsWith('<!--') ? undefined : put(/^<br\s*\/?>$/iu.test(raw) ? ' ' : raw);
      case 'image':
      case 'imageReference':
        return put(raw, `${IMAGE}${raw.slice(1)}`);
      case 'link': {
        const [only] = node.children;
        // A label that the model wrote as a link.
        const isLabel = only?.type === 'text' && /^p\d+$/iu.test(only.value);
        return isLabel ? put(`[${only.value}]`) : node.children.forEach(read);
      }
      case 'emphasis':
      case 'strong':
      case 'delete': {
        const inner = node.children[0]?.position?.start.offset ?? start + (node.type === 'emphasis' ? 1 : 2);
        const isInWord = /[a-z0-9./\\]/iu.test(source[start - 1] ?? '') || PLAIN_WORD.test(source[end] ?? '');
        const isName = DUNDER.test(raw);
        // "5*3*2", "src/*.ts" and "__init__" are not emphasis.
        const mark = isInWord || isName ? source.slice(start, inner) : '';
        put(mark);
        node.children.forEach(read);
        return put(mark);
      }
      default:
        if ('children' in node) node.children.forEach(read);
    }
  }

  const { children } = fromMarkdown(source, { extensions: SYNTAX, mdastExtensions: TREE });
  for (const [at, block] of children.entries()) {
    if (at > 0) put('\n\n');
    read(block);
  }
  return { text, shadow };
}
