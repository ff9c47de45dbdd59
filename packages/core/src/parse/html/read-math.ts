import { dropInvisible } from '../visible-text.ts';
import { attribute, classesOf, rawText, type HtmlElement } from './dom.ts';
import { find } from './selector.ts';

export interface Tex {
  readonly text: string;
  readonly display: boolean;
}

/**
 * TeX source of an element that KaTeX, MathJax or MathML made; `undefined` for any other element. The empty text means that
 * the element is a rendering whose source stands elsewhere.
 */
export function texOf(element: HtmlElement): Tex | undefined {
  const { tagName } = element;
  if (tagName === 'script') {
    const type = attribute(element, 'type');
    return type.startsWith('math/tex')
      ? { text: visibleTex(rawText(element)), display: type.includes('mode=display') }
      : undefined;
  }
  if (tagName !== 'span' && tagName !== 'div' && tagName !== 'math' && tagName !== 'mjx-container') return undefined;
  const classes = classesOf(element);
  const isKatex = classes.includes('katex') || classes.includes('katex-display');
  if (!isKatex && tagName !== 'math' && tagName !== 'mjx-container') {
    if (classes.includes('math') || classes.includes('arithmatex')) return delimited(rawText(element));
    const isPreview = classes.some((name) => /^MathJax(?:_|$)/.test(name)) && !classes.includes('MathJax_ignore');
    return isPreview ? { text: '', display: false } : undefined;
  }
  const display =
    classes.includes('katex-display') ||
    attribute(element, 'display') === 'block' ||
    attribute(element, 'display') === 'true';
  const source = find(element, 'annotation[encoding="application/x-tex"]');
  if (source !== undefined) return { text: visibleTex(rawText(source)), display };
  const described = attribute(element, 'alttext') || attribute(find(element, 'math[alttext]') ?? element, 'alttext');
  return {
    text: described === '' ? visibleTex(rawText(find(element, 'mjx-assistive-mml') ?? element)) : visibleTex(described),
    display,
  };
}

/** TeX that a script renders in the reader's browser; other content of such elements is read as it stands. */
function delimited(content: string): Tex | undefined {
  const match = /^\s*\\(?:\(([\s\S]*)\\\)|\[([\s\S]*)\\\])\s*$/.exec(content);
  if (match === null) return undefined;
  return { text: visibleTex(match[1] ?? match[2] ?? ''), display: match[2] !== undefined };
}

function visibleTex(source: string): string {
  return dropInvisible(source).trim();
}
