import type { CodeBlock } from '../../types/block.ts';
import { dropInvisible, hasSuspiciousCharacters } from '../visible-text.ts';
import {
  attribute,
  classesOf,
  elementsUnder,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parentOf,
} from './dom.ts';
import { isLeftOut, type PageReading } from './page-reading.ts';
import { readLine } from './read-inline.ts';
import type { CodeRule } from './rules.ts';
import { find, findAll } from './selector.ts';

const LANGUAGE_CLASS = /^(?:language|lang|highlight-source|highlight|brush)[-:]([\w+#.-]+)$/;
const NOT_A_LANGUAGE = new Set([
  '',
  'default',
  'none',
  'plain',
  'text',
  'nohighlight',
  'wrapper',
  'notranslate',
  'hljs',
]);

/** A `pre` element, with the wrapper and the rule that apply to it when there is one. */
export function readCode(
  reading: PageReading,
  pre: HtmlElement,
  wrapper?: HtmlElement,
  rule?: CodeRule,
): CodeBlock | undefined {
  const lines = rule === undefined || rule.line === '' ? [] : findAll(pre, rule.line);
  const raw =
    lines.length > 0
      ? lines.map((line) => codeText(reading, line).replace(/\n$/, '')).join('\n')
      : codeText(reading, pre);
  if (!reading.suspiciousCharacters && hasSuspiciousCharacters(raw)) reading.suspiciousCharacters = true;
  const text = dropInvisible(raw).replace(/^\n+|\s+$/g, '');
  if (text.trim() === '') return undefined;
  const titled = wrapper !== undefined && rule !== undefined ? find(wrapper, rule.title) : undefined;
  return {
    type: 'code',
    text,
    language: languageOf(pre, wrapper),
    title: titled === undefined ? '' : readLine(reading, titled).text,
  };
}

function codeText(reading: PageReading, element: HtmlElement): string {
  const parts: string[] = [];
  const open: HtmlNode[] = element.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) parts.push(node.value);
    else if (isElement(node) && node.tagName === 'br') parts.push('\n');
    else if (isElement(node) && !isLeftOut(reading, node)) {
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) open.push(node.childNodes[at]!);
    }
  }
  return parts.join('').replaceAll('\r\n', '\n');
}

function languageOf(pre: HtmlElement, wrapper: HtmlElement | undefined): string {
  const candidates: HtmlElement[] = [pre];
  for (const element of elementsUnder(pre)) if (element.tagName === 'code') candidates.push(element);
  const last = wrapper ?? parentOf(pre);
  for (let around = parentOf(pre); around !== undefined; around = around === last ? undefined : parentOf(around)) {
    candidates.push(around);
  }
  for (const element of candidates) {
    const named = attribute(element, 'data-language') || attribute(element, 'data-lang');
    if (named !== '') return NOT_A_LANGUAGE.has(named.toLowerCase()) ? '' : named.toLowerCase();
    for (const name of classesOf(element)) {
      if (name === 'mermaid') return name;
      const language = LANGUAGE_CLASS.exec(name)?.[1]?.toLowerCase();
      if (language !== undefined && !NOT_A_LANGUAGE.has(language)) return language;
    }
  }
  return '';
}
