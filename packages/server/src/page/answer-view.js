import { answerBlocks, blockTree, rowCells } from './answer-blocks.js';
import { element, webAddress } from './dom.js';
import { readerLink } from './reader-link.js';
import { statementNodes } from './statement-nodes.js';

/** Shows one question and its answer, which grows statement by statement. `name` is unique in the page. */
export function answerView(name, question) {
  const statements = element('div', { class: 'statements' });
  const note = element('div', { class: 'note' });
  const footnotes = element('ol', { class: 'footnotes' });
  const notes = element('section', { class: 'apparatus', 'aria-label': 'Footnotes', hidden: '' }, footnotes);
  const nearest = element('section', { class: 'nearest', hidden: '' });
  const progress = element('p', { class: 'progress' }, 'Reading the pages…');
  const root = element(
    'article',
    { class: 'exchange', 'data-state': 'loading', 'aria-busy': 'true' },
    element('h2', { class: 'question' }, question),
    statements,
    progress,
    note,
    notes,
    nearest,
  );
  const cited = new Map();
  const excerpts = [];
  const shown = [];

  function addStatement(statement) {
    root.dataset.state = 'streaming';
    shown.push(statement);
    showStatements();
  }

  /** All of them anew: what a statement adds to may be a list, a table or a paragraph. */
  function showStatements() {
    const groups = [];
    for (const block of answerBlocks(shown)) {
      const last = groups.at(-1);
      if (last?.side === block.side && last.excerpt === block.excerpt) last.blocks.push(block);
      else groups.push({ side: block.side, excerpt: block.excerpt, blocks: [block] });
    }
    let side = 0;
    const parts = groups.flatMap((group) => {
      const isOther = group.side !== side && group.side > 0;
      side = group.side;
      const said = side === 1 ? 'One page says' : 'Another page says';
      return [...(isOther ? [element('p', { class: 'side' }, said)] : []), excerptView(group, excerpts[group.excerpt])];
    });
    statements.replaceChildren(...parts);
  }

  /** All of an excerpt is of one section, whose footnote stands beside its name. */
  function excerptView({ blocks, excerpt: index }, excerpt) {
    const isNamed = index !== null && excerpt !== undefined;
    const tree = blockTree(blocks);
    const nodes = tree.map((node) => nodeView(node, isNamed ? () => [] : referencesOf));
    if (!isNamed) return element('div', {}, ...nodes);
    const cites = referencesOf(blocks.flatMap((block) => block.statements));
    return element('section', { class: 'excerpt' }, excerptPlace(excerpt, cites), ...nodes);
  }

  /** The footnotes of a block, one for each section. */
  function referencesOf(statementsOfBlock) {
    const numbers = new Set(statementsOfBlock.flatMap(({ citations }) => citations));
    const used = sources().filter(({ citations }) => citations.some(({ index }) => numbers.has(index)));
    return used.map(({ number, citations: [citation] }) =>
      element(
        'a',
        { class: 'reference', href: `#${name}-note-${number}`, 'aria-label': `Footnote ${number}: ${place(citation)}` },
        String(number),
      ),
    );
  }

  function sources() {
    const found = [];
    for (const citation of cited.values()) {
      const known = found.find(({ citations: [first] }) => sameSection(first, citation));
      if (known === undefined) found.push({ number: found.length + 1, citations: [citation] });
      else known.citations.push(citation);
    }
    return found;
  }

  function addCitation(citation) {
    cited.set(citation.index, citation);
    notes.hidden = false;
    footnotes.replaceChildren(
      ...sources().map((source) => footnote(source, isQuoted, `${name}-note-${source.number}`)),
    );
  }

  function isQuoted({ citations }) {
    return citations.every(({ index }) => shown.some((one) => one.excerpt !== null && one.citations.includes(index)));
  }

  function addExcerpt(excerpt) {
    excerpts.push(excerpt);
  }

  function finish(state, text, action) {
    root.dataset.state = state;
    root.setAttribute('aria-busy', 'false');
    progress.remove();
    if (text !== '')
      note.append(element('p', { role: state === 'error' || state === 'offline' ? 'alert' : undefined }, text));
    if (action !== undefined) note.append(action);
  }

  function complete(reply) {
    excerpts.splice(0, excerpts.length, ...reply.excerpts);
    shown.splice(0, shown.length, ...reply.statements);
    for (const citation of reply.citations) addCitation(citation);
    showStatements();
    finish(reply.outcome, reply.message);
    for (const { from, to } of reply.corrected) {
      note.append(element('p', { class: 'warning' }, `Searched for “${to}” instead of “${from}”.`));
    }
    if (reply.outcome === 'insufficient') statements.append(...reply.closest.map(passageView));
    for (const warning of reply.warnings.map(readable).filter((text) => text !== '')) {
      note.append(element('p', { class: 'warning' }, warning));
    }
    showNearest(reply);
  }

  function showNearest(reply) {
    if (reply.outcome === 'answered' && reply.closest.length > 0) {
      const passages = element('div', { class: 'statements' }, ...reply.closest.map(passageView));
      nearest.append(element('details', {}, element('summary', {}, 'More from the pages'), passages));
      nearest.hidden = false;
    }
    const places = reply.nearest.filter((link) => ![...cited.values()].some((citation) => sameSection(citation, link)));
    if (places.length === 0 || reply.closest.length > 0) return;
    const heading = reply.outcome === 'answered' ? 'Further reading' : 'Nearest sections';
    const items = places.map((link) =>
      element(
        'li',
        {},
        element('a', { href: mainAddress(link), rel: 'noopener noreferrer' }, place(link)),
        ' ',
        otherPlace(link),
      ),
    );
    nearest.append(element('h3', {}, heading), element('ul', {}, ...items));
    nearest.hidden = false;
  }

  const text = () => shown.map((statement) => statement.text).join(' ');
  return { root, addStatement, addExcerpt, addCitation, complete, finish, text };
}

/** A passage that comes close, in which nothing is cited. */
function passageView(passage) {
  const blocks = answerBlocks(passage.statements.map((one) => ({ ...one, side: 0, excerpt: 0 })));
  const nodes = blockTree(blocks).map((node) => nodeView(node, () => []));
  return element('section', { class: 'excerpt' }, excerptPlace(passage), ...nodes);
}

/** `referencesOf` gives the footnotes of the statements of a block. */
function nodeView(node, referencesOf) {
  if (node.items !== undefined) {
    const items = node.items.map(({ block, children }) =>
      element(
        'li',
        { value: node.tag === 'ol' ? String(block.ordinal) : undefined },
        ...line(block, referencesOf),
        ...children.map((child) => nodeView(child, referencesOf)),
      ),
    );
    return element(node.tag, {}, ...items);
  }
  const { block } = node;
  if (block.type === 'table') return tableView(block, referencesOf);
  if (block.type !== 'code') {
    return element('p', { class: block.type === 'label' ? 'label' : undefined }, ...line(block, referencesOf));
  }
  const [{ language }] = block.statements;
  const text = block.statements.map((one) => one.text).join('\n');
  return element(
    'pre',
    { tabindex: '0', class: 'statement', dir: 'ltr', 'data-language': language === '' ? undefined : language },
    element('code', {}, text),
    references(block, referencesOf),
  );
}

function line(block, referencesOf) {
  const words = block.statements.flatMap((statement, at) => [at === 0 ? '' : ' ', statementView(statement)]);
  return [...words, references(block, referencesOf)];
}

function references({ statements }, referencesOf) {
  const found = referencesOf(statements);
  return found.length === 0 ? '' : element('span', { class: 'references' }, ...found);
}

function statementView(statement) {
  return element(
    statement.lit ? 'mark' : 'span',
    { class: statement.lit ? 'statement lit' : 'statement' },
    ...statementNodes(statement, pageLink),
  );
}

/** Without a header the first of several rows of a model's names the columns. */
function tableView({ statements, excerpt }, referencesOf) {
  const [first] = statements;
  const hasHead = first.kind === 'header' || (excerpt === null && statements.length > 1);
  const rows = statements.map((row, at) => {
    const tag = at === 0 && hasHead ? 'th' : 'td';
    const cells = rowCells(row.text).map(({ start, end }) =>
      element(tag, {}, ...statementNodes(row, pageLink, start, end)),
    );
    if (at === statements.length - 1) cells.at(-1).append(references({ statements }, referencesOf));
    return element('tr', { class: row.lit ? 'statement lit' : 'statement' }, ...cells);
  });
  return element('div', { class: 'table', tabindex: '0' }, element('table', {}, ...rows));
}

/** A link of a page, in the reader view where its site may not be running; nothing for what is no address of the web. */
function pageLink(href) {
  if (webAddress(href) === undefined || !URL.canParse(href)) return undefined;
  const { origin, pathname, search, hash } = new URL(href);
  return mainAddress({ url: origin + pathname + search, anchor: decodeHash(hash), href });
}

function decodeHash(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

function excerptPlace(excerpt, cites = []) {
  const path = [excerpt.title, ...(excerpt.headings.length > 0 ? excerpt.headings : [excerpt.section])];
  const text = path.filter((part, at) => part !== '' && part !== path[at - 1]).join(' › ');
  return element(
    'p',
    { class: 'excerpt-place' },
    element('a', { href: mainAddress(excerpt), rel: 'noopener noreferrer' }, text),
    ...cites,
  );
}

/** A section that is cited, with its words: those of an excerpt are gone to as one. */
function footnote(source, isQuoted, id) {
  const [citation] = source.citations;
  const words = source.citations.map(({ quote }) => quote);
  const target = { ...citation, quote: isQuoted(source) ? words.join('\n') : citation.quote };
  const site = element(
    'a',
    { href: mainAddress(target), target: '_blank', rel: 'noopener noreferrer' },
    place(citation),
  );
  return element(
    'li',
    { id, tabindex: '-1', value: String(source.number) },
    element('p', { class: 'place' }, site, otherPlace(target)),
    element('blockquote', { class: words.some((one) => one.includes('\n')) ? 'lines' : undefined }, words.join(' ')),
  );
}

/** A site on this machine is often not running: its pages are opened in the reader view, which always is. */
function isLocal(target) {
  return URL.canParse(target.url) && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(target.url).hostname);
}

function mainAddress(target) {
  return isLocal(target) ? readerLink(target) : webAddress(target.href);
}

function otherPlace(target) {
  const [text, href] = isLocal(target) ? ['On the site', webAddress(target.href)] : ['Read here', readerLink(target)];
  return element('a', { class: 'read-here', href, target: '_blank', rel: 'noopener noreferrer' }, text);
}

function place({ title, section }) {
  return section === title ? title : `${title} › ${section}`;
}

function sameSection(citation, link) {
  return citation.url === link.url && citation.anchor === link.anchor;
}

/** The text of `code: text`. */
function readable(warning) {
  const text = warning.replace(/^[\w-]+:\s*/u, '');
  return text === '' ? '' : `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/u.test(text) ? '' : '.'}`;
}
