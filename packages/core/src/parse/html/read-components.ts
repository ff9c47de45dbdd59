import type { AdmonitionBlock, Block, CodeBlock, HeadingBlock, TabsBlock } from '../../types/block.ts';
import { dropInvisible, hasSuspiciousCharacters } from '../write-line.ts';
import {
  attribute,
  classesOf,
  closest,
  elementsUnder,
  find,
  findAll,
  type HtmlElement,
  type HtmlNode,
  isElement,
  parentOf,
  textUnder,
} from './dom.ts';
import type { AdmonitionRule, CodeRule, TabsRule } from './generators.ts';
import { isLeftOut, type PageReading } from './page-reading.ts';
import { readBlocks } from './read-blocks.ts';
import { readLine } from './read-inline.ts';

export function readAdmonition(reading: PageReading, element: HtmlElement, rule: AdmonitionRule): AdmonitionBlock {
  const kind = kindOf(element, rule);
  const titled = find(element, rule.title);
  const title = titled === undefined ? '' : readLine(reading, titled).text;
  const body = find(element, rule.body) ?? element;
  const children = readBlocks(reading, without(body, titled));
  return { type: 'admonition', kind, title: isDefaultTitle(title, kind) ? '' : title, children };
}

/** Classes of admonitions that do not name their kind. */
const GENERIC: ReadonlySet<string> = new Set(
  'admonition alert container custom-block docutils end github-alert inline'.split(' '),
);

function kindOf(element: HtmlElement, { kindPrefix: prefix = '' }: AdmonitionRule): string {
  const name = classesOf(element).find((one) =>
    prefix === '' ? !GENERIC.has(one) && !one.startsWith('admonition-') : one.startsWith(prefix),
  );
  return (name?.slice(prefix.length) || 'note').toLowerCase();
}

/** Child nodes of `parent`, those around `left` opened up so that everything but `left` remains. */
function without(parent: HtmlElement, left: HtmlElement | undefined): readonly HtmlNode[] {
  if (left === undefined) return parent.childNodes;
  if (parent.childNodes.includes(left)) return parent.childNodes.filter((node) => node !== left);
  const holder = parent.childNodes.find((node) => 'tagName' in node && [...elementsUnder(node)].includes(left));
  if (holder === undefined || !('tagName' in holder)) return parent.childNodes;
  return parent.childNodes.flatMap((node) => (node === holder ? without(holder, left) : [node]));
}

/**
 * Words that generators print above an admonition that has no title of its own, by kind and over languages. They say no more
 * than the kind, so they are no title.
 */
const DEFAULT_TITLES: Readonly<Record<string, string>> = {
  note: 'note|notes|notiz|hinweis|anmerkung|remarque|nota|notatie|opmerking|notatka|uwaga|примечание|заметка|備註|备注|注|注記|ノート|참고|노트|ملاحظة|not|ghi chú',
  tip: 'tip|tips|tipp|astuce|conseil|consejo|dica|suggerimento|wskazówka|совет|подсказка|提示|ヒント|팁|نصيحة|ipucu|mẹo',
  info: 'info|information|información|informação|informazione|informacja|информация|инфо|信息|資訊|情報|정보|معلومات|bilgi|thông tin',
  warning:
    'warning|warnung|achtung|avertissement|attention|advertencia|aviso|atenção|avviso|attenzione|ostrzeżenie|предупреждение|внимание|警告|注意|경고|주의|تحذير|uyarı|cảnh báo',
  caution:
    'caution|vorsicht|achtung|attention|prudence|precaución|cuidado|attenzione|ostrożnie|осторожно|внимание|警告|注意|주의|تنبيه|dikkat|thận trọng',
  danger:
    'danger|gefahr|peligro|perigo|pericolo|niebezpieczeństwo|опасно|опасность|危险|危險|危険|위험|خطر|tehlike|nguy hiểm',
  important: 'important|wichtig|importante|ważne|важно|重要|중요|مهم|önemli',
};

const titles = new Map(Object.entries(DEFAULT_TITLES).map(([kind, words]) => [kind, new Set(words.split('|'))]));

/** True if `title` only repeats `kind`. */
function isDefaultTitle(title: string, kind: string): boolean {
  const word = title.toLowerCase().replace(/[\s:：!！]+$/, '');
  return word === kind || titles.get(kind)?.has(word) === true;
}

/** `undefined` when the container holds no panels by this rule; nothing for panels without text. */
export function readTabs(
  reading: PageReading,
  container: HtmlElement,
  rule: TabsRule,
): readonly TabsBlock[] | undefined {
  // Tabs may be nested: each container owns only what has it as its nearest one.
  const own = (selector: string): readonly HtmlElement[] =>
    findAll(container, selector).filter((element) => closest(parentOf(element)!, rule.match) === container);
  const labels = own(rule.label ?? '[role=tab]');
  const panels = own(rule.panel ?? '[role=tabpanel]');
  if (panels.length === 0) return undefined;
  const tabs = panels.flatMap((panel, at) => {
    const labelledBy = attribute(panel, 'aria-labelledby');
    const label = labels.find((entry) => labelledBy !== '' && attribute(entry, 'id') === labelledBy) ?? labels[at];
    const text = label === undefined ? '' : readLine(reading, label).text;
    const children = readBlocks(reading, panel.childNodes);
    return text === '' && children.length === 0 ? [] : [{ label: text, children }];
  });
  return tabs.length === 0 ? [] : [{ type: 'tabs', tabs }];
}

/**
 * A description list in which Sphinx describes a function, class or option: each term carries the id that readers link to, so it
 * opens a section one level below the one around it, whose heading is put again for what follows. `undefined` for any other list.
 */
export function readApiObject(reading: PageReading, list: HtmlElement): readonly Block[] | undefined {
  const isObject = list.childNodes.some(
    (node) => isElement(node) && node.tagName === 'dt' && classesOf(node).some((name) => name.startsWith('sig')),
  );
  if (!isObject) return undefined;
  const depth = Math.min(6, depthAround(list) + 1);
  const around = reading.section;
  const blocks: Block[] = [];
  for (const part of list.childNodes) {
    if (!isElement(part) || isLeftOut(reading, part)) continue;
    if (part.tagName === 'dt') {
      const { text } = readLine(reading, part);
      if (text === '') continue;
      reading.section = { type: 'heading', depth, text, anchor: attribute(part, 'id') };
      blocks.push(reading.section);
    } else if (part.tagName === 'dd') blocks.push(...readBlocks(reading, part.childNodes));
  }
  reading.section = around;
  if (around !== undefined) {
    const again: HeadingBlock = { ...around };
    reading.resumed.add(again);
    blocks.push(again);
  }
  return blocks;
}

/** Without the headings put again that nothing follows. */
export function withoutIdleHeadings({ resumed }: PageReading, blocks: readonly Block[]): Block[] {
  return blocks.filter((block, index) => !resumed.has(block) || (blocks[index + 1] ?? block).type !== 'heading');
}

function depthAround(list: HtmlElement): number {
  let depth = 0;
  for (let ancestor = parentOf(list); ancestor !== undefined; ancestor = parentOf(ancestor)) {
    if (ancestor.tagName === 'section' || ancestor.tagName === 'dl' || classesOf(ancestor).includes('section'))
      depth += 1;
  }
  return Math.max(1, depth);
}

const LANGUAGE_CLASS = /^(?:language|lang|highlight-source|highlight|brush)[-:]([\w+#.-]+)$/;
const NOT_A_LANGUAGE = new Set(['', ...'default none plain text nohighlight wrapper notranslate hljs'.split(' ')]);

/** Mark of an annotation in the theme Material of MkDocs, which pages draw as an icon: `port: 80 # (1)!`. */
const ANNOTATION = /(?<=^|[ \t])(?:#|\/\/|--|;|<!--|\/\*)[ \t]+\(\d{1,3}\)![ \t]*(?:-->|\*\/)?$/;

function withoutAnnotation(line: string): string {
  return ANNOTATION.test(line) ? line.replace(ANNOTATION, '').trimEnd() : line;
}

/** A `pre` element, with the wrapper and the rule that apply to it when there is one. */
export function readCode(
  reading: PageReading,
  pre: HtmlElement,
  wrapper?: HtmlElement,
  rule?: CodeRule,
): readonly CodeBlock[] {
  const lines = findAll(pre, rule?.line);
  const gone = new Set(findAll(pre, rule?.gone));
  const left = lines.filter((line) => !gone.has(line));
  const raw =
    lines.length > 0
      ? left.map((line) => codeText(reading, line).replace(/\n$/, '')).join('\n')
      : codeText(reading, pre);
  if (!reading.suspiciousCharacters && hasSuspiciousCharacters(raw)) reading.suspiciousCharacters = true;
  const text = dropInvisible(raw)
    .split('\n')
    .map(withoutAnnotation)
    .join('\n')
    .replace(/^\n+|\s+$/g, '');
  if (text.trim() === '') return [];
  const titled = wrapper && find(wrapper, rule?.title);
  const title = titled === undefined ? '' : readLine(reading, titled).text;
  return [{ type: 'code', text, language: languageOf(pre, wrapper), title }];
}

function codeText(reading: PageReading, element: HtmlElement): string {
  return textUnder(element, (inner) => (inner.tagName === 'br' ? '\n' : !isLeftOut(reading, inner))).replaceAll(
    '\r\n',
    '\n',
  );
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
