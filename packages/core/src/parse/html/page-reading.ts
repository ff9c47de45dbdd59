import type { Block, HeadingBlock } from '../../types/block.ts';
import type { ResolveLink } from '../link-resolver.ts';
import { foldSpace, hasSuspiciousCharacters } from '../write-line.ts';
import {
  attribute,
  elementsUnder,
  hasAttribute,
  type HtmlElement,
  type HtmlParent,
  isElement,
  matches,
  parentOf,
  rawText,
} from './dom.ts';
import type { HtmlRules } from './generators.ts';

/** State that the readers of one page share: its rules, and what they found so far. */
export interface PageReading {
  readonly rules: HtmlRules;
  readonly resolveLink: ResolveLink;
  /** Elements with a block element somewhere below them. */
  readonly holdsBlock: ReadonlySet<HtmlElement>;
  /** Footnotes by themselves and by the marks that refer to them. They are read where the first mark is. */
  readonly notes: ReadonlyMap<HtmlElement, HtmlElement>;
  /** Those that the text referred to so far. */
  readonly referred: Set<HtmlElement>;
  /** Those of them that have to follow the block that is being read. */
  due: HtmlElement[];
  /** A form of radio buttons is being read. */
  isQuiz: boolean;
  /** A footnote is being read. */
  isNote: boolean;
  /** Hidden elements that had text, described as `tag.class`. */
  readonly hidden: Map<HtmlElement, string>;
  suspiciousCharacters: boolean;
  /** Heading of the section that is being read. */
  section: HeadingBlock | undefined;
  /** Headings put again after an API object, so that what follows it belongs to the section around the object. */
  readonly resumed: Set<Block>;
}

export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  `address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5
   h6 header hgroup hr li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
);

export const UNREAD_TAGS: ReadonlySet<string> = new Set(
  `area audio base button canvas datalist del embed head iframe input link map math meta meter noframes noscript object optgroup
   option param progress s script select source strike style svg template textarea title track video`.split(/\s+/),
);

export function openReading(root: HtmlParent, rules: HtmlRules, resolveLink: ResolveLink = () => ''): PageReading {
  const holdsBlock = new Set<HtmlElement>();
  for (const element of elementsUnder(root)) {
    if (!BLOCK_TAGS.has(element.tagName) && !isApart(rules, element)) continue;
    for (
      let ancestor = element.parentNode;
      isElement(ancestor) && !holdsBlock.has(ancestor);
      ancestor = ancestor.parentNode
    ) {
      holdsBlock.add(ancestor);
    }
  }
  return {
    rules,
    resolveLink,
    holdsBlock,
    notes: notesIn(root),
    referred: new Set(),
    due: [],
    isQuiz: false,
    isNote: false,
    hidden: new Map(),
    suspiciousCharacters: false,
    section: undefined,
    resumed: new Set(),
  };
}

const NOTE_MARK =
  'a[data-footnote-ref], a.footnote-ref, a.footnote-reference, a[role=doc-noteref], sup.footnote-ref a, sup.footnote-reference a';

/** Notes by their marks: links of these classes, or the `sup` around one. Hidden notes, and elements that the mark is in, are none. */
function notesIn(root: HtmlParent): ReadonlyMap<HtmlElement, HtmlElement> {
  const marks: HtmlElement[] = [];
  const byId = new Map<string, HtmlElement>();
  for (const element of elementsUnder(root)) {
    const id = attribute(element, 'id');
    if (id !== '' && !byId.has(id)) byId.set(id, element);
    if (element.tagName === 'a' && matches(element, NOTE_MARK)) marks.push(element);
  }
  const notes = new Map<HtmlElement, HtmlElement>();
  for (const mark of marks) {
    const note = byId.get(attribute(mark, 'href').slice(1));
    if (note === undefined || !/^(?:li|aside|div|p)$/.test(note.tagName)) continue;
    if (ancestorsOf(mark).includes(note) || ancestorsOf(note).some((around) => hidingOf(around) !== undefined))
      continue;
    const around = parentOf(mark);
    notes.set(note, note).set(around?.tagName === 'sup' ? around : mark, note);
  }
  return notes;
}

/** The element and all around it. */
function ancestorsOf(element: HtmlElement): readonly HtmlElement[] {
  const found: HtmlElement[] = [];
  for (let one: HtmlElement | undefined = element; one !== undefined; one = parentOf(one)) found.push(one);
  return found;
}

export function isBlock(reading: PageReading, element: HtmlElement): boolean {
  return BLOCK_TAGS.has(element.tagName) || reading.holdsBlock.has(element) || isApart(reading.rules, element);
}

function isApart({ apart }: HtmlRules, element: HtmlElement): boolean {
  return apart !== undefined && matches(element, apart);
}

/**
 * Returns true if the element is not part of the article, is struck out, or cannot be seen; hidden text is noted in the reading. Words `inLine` that
 * are hidden from screen readers alone stay.
 */
export function isLeftOut(reading: PageReading, element: HtmlElement, inLine = false): boolean {
  if (UNREAD_TAGS.has(element.tagName)) return element.tagName !== 'math';
  if (matches(element, reading.rules.drop) || reading.notes.has(element)) return true;
  if (matches(element, reading.rules.badge)) return !SAYS_STATUS.test(rawText(element));
  const hiding = hidingOf(element);
  if (hiding === 'struck out') return true;
  if (hiding === undefined || (hiding === 'unread' && inLine && isWord(element))) return false;
  if (foldSpace(rawText(element)) !== '') reading.hidden.set(element, describe(element));
  return true;
}

/** Badges beside a heading or name that say if it should be used; others name versions or decorate. */
export const SAYS_STATUS: RegExp = /\b(?:deprecated|removed|obsolete|experimental|unstable|alpha|beta|preview)\b/i;

const STRIKING_STYLE = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;
const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size)\s*:\s*0(?:\.0+)?(?:[a-z]{1,4}|%)?\s*(?:;|!|$))/i;
export const ICON_CLASS: RegExp =
  /(?:^|[\s_-])(?:icons?|fa[a-z]?|glyphicons?|symbols?|octicons?|mdi|bi|anchor)(?:$|[\s_-])|icon$/i;

/** How an element's own attributes hide its text: struck out, invisible, or skipped by screen readers only. */
export function hidingOf(element: HtmlElement): 'struck out' | 'unseen' | 'unread' | undefined {
  const style = attribute(element, 'style');
  if (style !== '' && STRIKING_STYLE.test(style)) return 'struck out';
  // A panel is hidden until its tab is chosen: the reader can open it.
  if (attribute(element, 'role') !== 'tabpanel') {
    const isHidden = hasAttribute(element, 'hidden') && attribute(element, 'hidden') !== 'until-found';
    if (isHidden || (style !== '' && HIDING_STYLE.test(style))) return 'unseen';
  }
  return attribute(element, 'aria-hidden').toLowerCase() === 'true' ? 'unread' : undefined;
}

/**
 * Returns true if the text of an element that is hidden from screen readers is a word or number of the sentence around it: everybody else
 * sees such words. Icons are not, nor are links of a heading to itself.
 */
function isWord(element: HtmlElement): boolean {
  return (
    /[\p{L}\p{N}]/u.test(rawText(element)) &&
    !ICON_CLASS.test(attribute(element, 'class')) &&
    !attribute(element, 'href').startsWith('#')
  );
}

function describe(element: HtmlElement): string {
  const id = attribute(element, 'id');
  const firstClass = attribute(element, 'class').trim().split(/\s+/)[0] ?? '';
  return `${element.tagName}${id === '' ? '' : `#${id.slice(0, 40)}`}${firstClass === '' ? '' : `.${firstClass.slice(0, 40)}`}`;
}

/** Text as a reader sees it: hidden characters gone, white space folded. */
export function visibleText(reading: PageReading, text: string): string {
  noteSuspicious(reading, text);
  return foldSpace(text);
}

/** Notes characters that can deceive. */
export function noteSuspicious(reading: PageReading, text: string): void {
  if (!reading.suspiciousCharacters && hasSuspiciousCharacters(text)) reading.suspiciousCharacters = true;
}
