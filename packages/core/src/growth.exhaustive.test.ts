/** Everything that reads a text of a reader, a model or a page must take linear time, so that no text can block the process. */
import { describe, expect, test } from 'vitest';
import { analyseQuestion } from './question/analyse-question.ts';
import { createDraftReader } from './model/draft-reader.ts';
import { locatedPassages } from './answer/locate-text.ts';
import { selectionWindows } from './answer/supplied/selection-windows.ts';
import { textSpans } from './answer/supplied/text-spans.ts';
import { chunkPage } from './chunk/chunk-page.ts';
import { standInFor } from './answer/stand-in.ts';
import { countTokens } from './chunk/count-tokens.ts';
import { findQuote, plainText } from './cite/find-quote.ts';
import { findSupport } from './cite/find-support.ts';
import { holdsAsked } from './excerpt/holds-asked.ts';
import { trimCode } from './excerpt/trim-code.ts';
import { standaloneQuestion } from './follow-up/standalone-question.ts';
import { snippetOf } from './lookup/look-up.ts';
import { readTyped, wordList } from './lookup/read-typed.ts';
import { withDefinitionLists } from './parse/markdown/definition-lists.ts';
import { expandIncludes } from './parse/markdown/includes.ts';
import { isEnglish } from './question/form-words.ts';
import { prepareDialects } from './parse/markdown/prepare-dialects.ts';
import { openMarkdownElements, prepareDocusaurus } from './parse/markdown/prepare.ts';
import { closeRawHtml, escapePipes } from './parse/markdown/raw-html.ts';
import { fillTemplates } from './parse/markdown/templates.ts';
import { pageFlow } from './pages/page-flow.ts';
import { pageMarkdown } from './pages/page-markdown.ts';
import { parsePage } from './parse/parse-page.ts';
import { doubtfulWords } from './question/doubtful-words.ts';
import { indexWords } from './question/index-words.ts';
import { questionTerms } from './question/question-terms.ts';
import { smallTalk } from './question/small-talk.ts';
import { withNouns } from './question/split-words.ts';
import { splitSentences } from './text/split-sentences.ts';
import { tokenize } from './text/tokenize.ts';
import type { Passage } from './types/answer.ts';
import type { Block } from './types/block.ts';
import type { Chunk } from './types/chunk.ts';
import type { Page } from './types/page.ts';
import type { RawPage } from './types/source.ts';
import { canonicalUrl } from './url/canonical-url.ts';
import { pathKey, sectionKey } from './url/path-key.ts';

/** Growth factor: 2 is linear in the length of the text, 4 is quadratic. */
const MOST = 2.5;
const FACETS = { locale: '', version: '', module: 'root' };
const SITE = 'https://docs.example.org/a';
const SAID = 'The server keeps 30 sessions.';
const KEPT = 'The server keeps up to 30 sessions in memory and never writes them to disk.';

const PROSE = [
  `${KEPT} `,
  'Line 7 says a thing.\n\n',
  '| 1 | `two` |\n',
  '```\na = 1\n```\n',
  '- an item\n',
  '# A\n\ntext\n\n',
];
/** Units that a hostile text repeats. */
const UNITS = [
  ...PROSE,
  ...Array.from('aA1 \n.,"`[](*_<&-+#|\\/?'),
  ...'a |a. |A. |e.g. |a-|-a|a.|a_|aB|`a` |**a|[a](|[p1] |p1-|<b>|<!--|```\n|> | \t'.split('|'),
  ...'not |and |it |the first one |1,000|12 |%41|.html|/index.html|www.a.b |a@b.c |{{#a '.split('|'),
  ...'$$\n|{a}`|:a:|{#a|[a][b.c]|\n[a|```{a}\n|:::{a}\n|\\begin{align}\n'.split('|'),
  ...'{{a}}|{% a %}|{% enda %}|{{<a>}}|{{|{* a |<<< a |-8<-\n|\n: a|<a markdown |</a>\n'.split('|'),
  ...'ä|e\u0301|\u0301|a\u200b|\u00a0|机器人|机。|😀|\ud800|سلام |１|…|“a” '.split('|'),
];

const repeat = (unit: string, size: number): string => `b${unit.repeat(Math.ceil(size / unit.length))}b`;

const chunkOf = (text: string): Chunk => ({
  id: 'a',
  url: SITE,
  title: 'A',
  heading: 'A',
  headings: [],
  anchor: '',
  text,
  start: 0,
  end: text.length,
  lead: '',
  spans: textSpans(text),
  marks: [],
  index: 0,
  indexInSection: 0,
  indexInPage: 0,
  chunksInPage: 1,
  tokens: 1,
  sourceFile: 'a.md',
  ...FACETS,
});
const passageOf = (text: string): Passage => ({ label: 'p1', chunk: chunkOf(text), score: 0, similarity: 1 });
const rawOf = (format: RawPage['format'], body: string): RawPage => ({
  url: SITE,
  sourceFile: 'a.md',
  title: '',
  imports: {},
  format,
  body,
  ...FACETS,
});
const pageOf = (blocks: readonly Block[]): Page => ({ url: SITE, title: 'A', sourceFile: 'a.md', blocks, ...FACETS });

function draft(text: string, piece: number): void {
  const reader = createDraftReader();
  for (let at = 0; at < text.length; at += piece) reader.feed(text.slice(at, at + piece));
  reader.end(true);
}

/** Longest input of a reader, and the longest part of it that is searched for. */
const SELECTION = 5_000;

const TERMS = questionTerms('b', analyseQuestion('b'), { idf: new Map(), unknownIdf: 1 });
const INDEX_WORDS = indexWords(new Map());
const WORDS = wordList(new Map(tokenize(KEPT).map((token) => [token, 1])));

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  tokenize,
  splitSentences,
  analyseQuestion,
  'holdsAsked of one form again and again': ({ length }) =>
    ['when will ', 'why was ', 'a or '].map((form) => {
      const text = form.repeat(length / form.length);
      return holdsAsked({ text, kind: 'open', subject: '', compared: [] }, TERMS, []);
    }),
  smallTalk,
  doubtfulWords: (text) => doubtfulWords(text, INDEX_WORDS),
  'doubtfulWords of open quotes': ({ length }) =>
    Array.from('„“«‘', (mark) => doubtfulWords(`${mark}abc `.repeat(length / 5), INDEX_WORDS)),
  withNouns: (text) => withNouns(text, INDEX_WORDS),
  countTokens,
  sectionKey,
  'sectionKey of an open end': (text) => sectionKey(text.slice(0, -1)),
  prepareDialects,
  'prepareDialects of reStructuredText': (text) => prepareDialects(`\`\`\`{eval-rst}\n${text}`),
  'prepareDialects of a heading with spaces': ({ length }) => prepareDialects(`$$\n# ${' '.repeat(length)}[[a b`),
  'prepareDialects of many boxes': ({ length }) =>
    ['::: challenge\n:::\n', '```{exercise-start}\n```\n', '```{exercise-start}\n', '```{glossary}\na\n  b\n'].map(
      (box) => prepareDialects(box.repeat(length / box.length)),
    ),
  'prepareDialects of a title with spaces': ({ length }) =>
    prepareDialects(`::: challenge\n# a${' '.repeat(length)}b {c`),
  'prepareDialects of roles and marks without an end': ({ length }) =>
    ['{a}`b\n', '\\\\(a ', '++a+', '==a ', '\\[\n', 'x^a ', '[a](b) ', '`a ``'].map((mark) =>
      prepareDialects(`$$\n${mark.repeat(length / mark.length)}`),
    ),
  isEnglish,
  expandIncludes: (text) => expandIncludes(text, 'markdown', {}),
  'expandIncludes of a long option': (text) =>
    ['{* a ', '<<< ', '@[code ', '{!', '<!-- @include: ', '{% raw %}', '--8<--\n', '--8<-- "'].map((start) =>
      expandIncludes(`${start}${text}\n${text}${start}`, 'markdown', {}),
    ),
  fillTemplates,
  'fillTemplates behind a tag': (text) => fillTemplates(`{{ a }} ${text}`),
  openMarkdownElements: (text) => openMarkdownElements(`<a markdown>\n${text}`),
  trimCode: (text) => trimCode(text, new Map([['server', 1]])),
  closeRawHtml: (text) => closeRawHtml(`<p>\n${text}\n</p>`),
  'closeRawHtml of tags without an end': ({ length }) =>
    ['<p>\n\n    a\n', '<p markdown="1">', '<p markdown', '<b markdown>a', '<p ', '</p>'].map((tag) =>
      closeRawHtml(tag.repeat(length / tag.length)),
    ),
  escapePipes: (text) => escapePipes(`a | b\n-|-\n${text}`),
  withDefinitionLists,
  'withDefinitionLists of a long definition': (text) => withDefinitionLists(`a\n: b\n\n  ${text}`),
  prepareDocusaurus,
  'prepareDocusaurus of fences that nothing closes': ({ length }) =>
    prepareDocusaurus('```mdx-code-block\n'.repeat(length / 20)),
  pathKey,
  'pathKey of an open end': (text) => pathKey(text.slice(0, -1)),
  canonicalUrl: (text) => canonicalUrl(`${SITE}/${text}`),
  plainText,
  textSpans,
  'findQuote of a long quote': (text) => findQuote(`${text}c`, `${text}d`),
  'findQuote of the page without its edges': (text) => findQuote(text, text.slice(1, -1)),
  'locatedPassages of a mark that stands everywhere': (text) =>
    locatedPassages([chunkOf(text)], 'a\u200b', 'elsewhere'),
  'locatedPassages of half of the page': (text) =>
    locatedPassages([chunkOf(text)], text.slice(text.length / 2), 'elsewhere'),
  selectionWindows: (text) => selectionWindows([chunkOf(text)], `${text.slice(1, SELECTION)}c`, () => false),
  'findSupport of a long statement': (text) => findSupport({ kind: 'sentence', text }, [passageOf(KEPT)]),
  'findSupport of long code': (text) => findSupport({ kind: 'code', text: text.slice(1) }, [passageOf(text)]),
  'findSupport on a long page': (text) => findSupport({ kind: 'sentence', text: SAID }, [passageOf(text)]),
  'standInFor a long statement': (text) => standInFor(text, [passageOf(KEPT)]),
  'standInFor on a long page': (text) => standInFor(SAID, [passageOf(text)]),
  standaloneQuestion: (text) =>
    standaloneQuestion(text, [
      { role: 'reader', text: 'What is a topic?' },
      { role: 'assistant', text: 'A topic is a stream.' },
    ]),
  'standaloneQuestion after long turns': (text) =>
    standaloneQuestion('And why?', [
      { role: 'reader', text },
      { role: 'assistant', text },
    ]),
  readTyped: (text) => readTyped(text, WORDS),
  'snippetOf of a long passage': (text) => snippetOf([chunkOf(text)], readTyped('server b', WORDS)),
  'draft in one piece': (text) => draft(text, text.length),
  'chunkPage of one paragraph': (text) => chunkPage(pageOf([{ type: 'paragraph', text, marks: [] }])),
};

describe.each(Object.entries(FUNCTIONS))('%s grows with the text', (_, run) => {
  test.each(UNITS)('of %j', { timeout: 120_000 }, (unit) => {
    expect(growthOf((size) => repeat(unit, size), run)).toBeLessThan(MOST);
  });
});

/** Parsing runs in its own thread with a deadline, because the Markdown library is slow on hostile markup; pages that people write are linear. */
describe.each(['markdown', 'mdx', 'mdbook', 'html'] as const)('parsing %s grows with the page', (format) => {
  test.each(PROSE)('of %j', { timeout: 120_000 }, (unit) => {
    const make = (size: number): RawPage => rawOf(format, repeat(unit, size).slice(1));
    expect(growthOf(make, parsePage)).toBeLessThan(MOST);
  });
});

describe.each(Object.entries({ pageFlow, pageMarkdown }))('%s grows with the page', (_, write) => {
  test.each(PROSE)('of %j', { timeout: 120_000 }, (unit) => {
    const make = (size: number): Parameters<typeof pageMarkdown>[0] => {
      const { text, chunks } = chunkPage(parsePage(rawOf('markdown', repeat(unit, size).slice(1))).page!);
      return { url: SITE, title: 'A', text, content: chunks };
    };
    expect(growthOf(make, write, 16_000)).toBeLessThan(MOST);
  });
});

/** Quadratic on purpose: searches the rest of the text at each character. */
function planted(text: string): number {
  let blanks = 0;
  for (let at = 0; at < text.length; at += 1) if (!text.includes('\u0000', at)) blanks += 1;
  return blanks;
}

test('a function whose time is the square of the text is caught', () => {
  expect(growthOf((size) => repeat('ab ', size), planted)).toBeGreaterThan(MOST);
});

/** Long enough to stand out from noise. */
const MEASURABLE_MS = 2;
const SMALLEST = 500;
/** Doublings between the two texts that are compared. */
const STEPS = 2;
/** Each time is the shortest of this many runs. */
const RUNS = 4;
const ATTEMPTS = 10;
/** Growth up to this value is accepted without another attempt. */
const CALM = 2.3;
/** A run that takes longer is not repeated. */
const PATIENCE_MS = 1_000;

/**
 * Measures by how much the time of `run` grows when its input doubles, as the mean of two doublings: 2 for linear time, 4 for
 * quadratic. Starts at the smallest input with a measurable time; returns 0 if even `largest` characters take no measurable time. Returns the
 * lowest of several attempts, because garbage collection and other programs only add time; the input doubles after every third
 * attempt.
 */
function growthOf<T>(make: (size: number) => T, run: (input: T) => unknown, largest = 64_000): number {
  // Warm-up: the first runs execute code that is not compiled yet.
  shortest(make(SMALLEST), run, RUNS * 5);
  let size = SMALLEST;
  while (shortest(make(size), run, 2) < MEASURABLE_MS && size < largest) size *= 2;
  if (size >= largest) return 0;
  let growth = Infinity;
  for (let attempt = 1; attempt <= ATTEMPTS && growth > CALM; attempt += 1) {
    const before = shortest(make(size), run, RUNS);
    const after = shortest(make(size * 2 ** STEPS), run, RUNS);
    growth = Math.min(growth, (after / before) ** (1 / STEPS));
    if (attempt % 3 === 0 && after < PATIENCE_MS) size *= 2;
  }
  return growth;
}

/** Shortest time in milliseconds. The CPU time of this thread would vary less, but is too coarse on some machines. */
function shortest<T>(input: T, run: (input: T) => unknown, runs: number): number {
  let least = Infinity;
  for (let at = 0; at < runs && (at === 0 || least < PATIENCE_MS); at += 1) {
    const begin = performance.now();
    run(input);
    least = Math.min(least, performance.now() - begin);
  }
  return least;
}
