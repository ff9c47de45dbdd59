import { columnsOf, fenceAfter, INDENT, outsideFences } from './fences.ts';

/**
 * The rewriting that Docusaurus does on the text of a page before MDX sees it: titles of admonitions become directive labels,
 * explicit heading ids are escaped so that they are no expressions, and fences named `mdx-code-block` are opened. Containers with a space
 * before their name, as VitePress and others write them, are read too.
 */
export function prepareDocusaurus(text: string): string {
  return outsideFences(withTabs(withoutMdxFences(text)), (line) =>
    withLabel(line).replace(HEADING, (heading) =>
      heading.replace('{#', String.raw`\{#`).replace(String.raw`\\{#`, String.raw`\{#`),
    ),
  );
}

const CONTAINER = /^((?:> *)*[ \t]*:{3,})([ \t]*)([A-Za-z][\w-]*)([ \t]*)(.*)$/;
const HEADING = /^[ \t]{0,3}#{1,6}(?!#).*/;

/** The line with `:::tip Title` or `::: tip Title` as `:::tip[Title]`. */
function withLabel(line: string): string {
  const [, colons = '', space, name, gap, rest = ''] = CONTAINER.exec(line) ?? [];
  if (colons === '' || (space === '' && gap === '')) return line;
  const attributes = /\{[^}]*\}\s*$/.exec(rest)?.[0] ?? '';
  const title = rest.slice(0, rest.length - attributes.length).trim();
  return `${colons}${container(name!, title)}${space === '' ? attributes.trim() : ''}`;
}

const TABS = /^(:{3,})[ \t]*(?:code-)?tabs(?:#\S*)?[ \t]*$/;
const TAB = /^@tab(?::active)?[ \t]+([^#\n]*)/;

/** The tabs of VuePress (https://ecosystem.vuejs.press/plugins/markdown/tab.html) as one container each. */
function withTabs(text: string): string {
  if (!/^@tab\b/m.test(text)) return text;
  let colons = '';
  let isOpen = false;
  return outsideFences(text, (line) => {
    const opening = TABS.exec(line)?.[1];
    const label = colons === '' ? undefined : TAB.exec(line)?.[1]?.trim();
    if (opening !== undefined) [colons, isOpen] = [opening, false];
    if (opening !== undefined) return '';
    const closing = isOpen ? `${colons}\n` : '';
    if (label !== undefined) isOpen = true;
    if (label !== undefined) return `${closing}\n${colons}${container('tab', label)}\n`;
    if (colons === '' || line.trim() !== colons) return line;
    colons = '';
    return closing;
  });
}

const MDX_FENCE = /^[ \t]*(`{3,})mdx-code-block[ \t]*$/;
const TICKS = /^[ \t]*(`{3,})[ \t]*$/;

/** The lines within fences named `mdx-code-block`, but not the fences; one that nothing closes stays as it is. */
function withoutMdxFences(text: string): string {
  if (!text.includes('mdx-code-block')) return text;
  const lines = text.split('\n');
  const lastAt = new Map(lines.map((line, at) => [TICKS.exec(line)?.[1], at]));
  let closing = '';
  return lines
    .filter((line, at) => {
      if (closing !== '' && TICKS.exec(line)?.[1] !== closing) return true;
      const ticks = closing === '' ? (MDX_FENCE.exec(line)?.[1] ?? '') : '';
      const isFence = closing !== '' || (ticks !== '' && (lastAt.get(ticks) ?? 0) > at);
      if (isFence) closing = ticks;
      return !isFence;
    })
    .join('\n');
}

/** A label ends at the first unbalanced `]`. */
function escapeBrackets(title: string): string {
  const isBalanced = title.split('[').length === title.split(']').length;
  return isBalanced ? title : title.replace(/[[\]]/g, String.raw`\$&`);
}

const MARKDOWN_TAG =
  /^ {0,3}<([a-z][\w-]*)(?=[ \t])[^<>]{0,300}[ \t]markdown(?:=["']?(?:1|block|span)["']?)?(?=[ \t>])[^<>]{0,300}>[ \t]*$/i;
const LAST_TAG = /^ {0,3}<\/([a-z][\w-]*)>[ \t]*$/i;

const TAG_LINE = /^ {0,3}<\/?[a-z][\w-]*(?:[ \t][^<>]*)?>[ \t]*$/i;
const FENCE_LINE = /^ {0,3}(?:`{3}|~{3})/;

/**
 * Elements of kramdown and Python-Markdown whose content is Markdown (`<div markdown="1">`), with the blank lines around their tags that
 * CommonMark needs: https://kramdown.gettalong.org/syntax.html#html-blocks. There, an element also ends with its last tag. A tag right
 * above a fence does not keep it from being one.
 */
export function openMarkdownElements(text: string): string {
  const plain = outsideFences(text, (line, next) =>
    FENCE_LINE.test(next) && TAG_LINE.test(line) ? `${line}\n` : line,
  );
  if (!/<[^<>]*\smarkdown\b/i.test(plain)) return plain;
  const open: string[] = [];
  return outsideFences(plain, (line) => {
    const name = MARKDOWN_TAG.exec(line)?.[1];
    const isLast = open.length > 0 && LAST_TAG.exec(line)?.[1] === open.at(-1);
    if (name !== undefined) open.push(name);
    if (isLast) open.pop();
    return name !== undefined || isLast ? `\n${line}\n` : line;
  });
}

const PYTHON_MARKS = /^[> \t]*(?:\/{3,}|!!!|\?{3}\+?|===[+!]? |\[[^\]\n]*\]\([a-z][\w+.-]*:\/\/)/m;
const UNSEEN_LINE = /^[ \t]*\[[^\]]*\]\((?!https?:)[a-z][\w+.-]*:\/\/[^\s)]*\)$/;
const SLASHES = /^[ \t]*(\/{3,})(?:[ \t]+([A-Za-z][\w-]*)(.*))?$/;
/** A space before the name of a box is optional: https://python-markdown.github.io/extensions/admonition/. */
const INDENTED = /^[ \t]*(?:(!!!|\?{3}\+?)(?:[ \t]+(?=\S)|(?=[a-z]))|(===[+!]?)[ \t]+(?=\S))(.*)$/;
/** Colons of the outermost container; those inside it have fewer. */
const MOST_COLONS = 12;

/**
 * The boxes and tabs of Python-Markdown, as MkDocs writes them, as containers: `!!! note "Title"` and `=== "Tab"` above indented text,
 * and `/// note | Title` down to `///`. Lines that only link to an address that no browser opens (`docblock://…`) go: what they bring is
 * not here.
 */
export function preparePythonMarkdown(text: string): string {
  if (!PYTHON_MARKS.test(text)) return text;
  const open: { readonly indent: number; readonly colons: string; readonly lead: string }[] = [];
  const out: string[] = [];
  let fence = '';
  const lines = text.split('\n');
  for (const line of lines) {
    const indent = columnsOf(line);
    const ended = line.trim() === '' || fence !== '' ? [] : open.filter((block) => indent < block.indent + INDENT);
    for (const { lead, colons } of ended.toReversed()) out.push('', lead + colons, '');
    open.length -= ended.length;
    const own = line.slice(Math.min(line.length - line.trimStart().length, INDENT * open.length));
    const before = fence;
    fence = fenceAfter(before, own);
    const isCode = fence !== '' || before !== '';
    const [, box, tab, rest = ''] = isCode || open.length === MOST_COLONS - 3 ? [] : (INDENTED.exec(own) ?? []);
    const slashes = isCode ? null : SLASHES.exec(own.trimEnd());
    if (box !== undefined || tab !== undefined) {
      const colons = ':'.repeat(MOST_COLONS - open.length);
      // In a list item the container must stay in it.
      const lead = /^[ \t]*/.exec(own)![0];
      open.push({ indent, colons, lead });
      const title = rest.slice(rest.indexOf('"') + 1, Math.max(0, rest.lastIndexOf('"')));
      const name = tab !== undefined ? 'tab' : (/^[A-Za-z][\w-]*/.exec(rest)?.[0] ?? 'note');
      out.push('', lead + colons + container(name, title), '');
    } else if (slashes !== null) {
      const [, marks = '', name = '', title = ''] = slashes;
      out.push('', ':'.repeat(marks.length) + container(name, title.replace('|', '').trim()), '');
    } else if (isCode || !UNSEEN_LINE.test(own.trimEnd())) {
      out.push(own);
    }
  }
  return [...out, ...open.toReversed().flatMap(({ lead, colons }) => ['', lead + colons])].join('\n');
}

/** Name and label of a container. */
export function container(name: string, title: string): string {
  return title === '' ? name : `${name}[${escapeBrackets(title)}]`;
}

/** Markers that open a quote or a list item; each costs the parser time on this line and on every one after it. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;
const MOST_MARKERS = 40;

/** Cuts quotes and lists that one line nests absurdly deep down to a depth that people write; the words stay. */
export function tameNesting(text: string): { readonly text: string; readonly changed: boolean } {
  let changed = false;
  const lines = text.split('\n').map((line) => {
    if (line.length <= MOST_MARKERS) return line;
    const markers = CONTAINERS.exec(line)?.[0] ?? '';
    const each = markers.match(/[ \t]*(?:>|[-*+]|\d+[.)])/g) ?? [];
    if (each.length <= MOST_MARKERS) return line;
    changed = true;
    return each.slice(0, MOST_MARKERS).join('') + line.slice(markers.length);
  });
  return changed ? { text: lines.join('\n'), changed } : { text, changed };
}
