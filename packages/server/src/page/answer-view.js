import { element, webAddress } from './dom.js';
import { readerLink } from './reader-link.js';

const PART_TAGS = { sentence: 'p', item: 'ul', row: 'table', step: 'ol', code: 'pre' };

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
  const shown = [];
  let nextStep = 1;
  let side = 0;

  function addPart(statement) {
    if (statement.side !== side) {
      side = statement.side;
      nextStep = 1;
      if (side > 0)
        statements.append(element('p', { class: 'side' }, side === 1 ? 'One page says' : 'Another page says'));
    }
    const last = statements.lastElementChild;
    if (statement.kind === 'sentence' || statement.kind === 'row') nextStep = 1;
    const joins =
      last?.dataset.kind === statement.kind &&
      statement.kind !== 'code' &&
      (statement.kind !== 'row' || last.rows[0].cells.length === cellsOf(statement.text).length);
    const part = joins ? last : element(PART_TAGS[statement.kind], { 'data-kind': statement.kind });
    if (!joins) {
      if (statement.kind === 'step') part.start = nextStep;
      statements.append(part);
    }
    if (statement.kind === 'step') nextStep += 1;
    return part;
  }

  function references(numbers) {
    return numbers.map((number) => {
      const citation = cited.get(number);
      const source = citation === undefined ? '' : `: ${place(citation)}`;
      return element(
        'a',
        { class: 'reference', href: `#${name}-note-${number}`, 'aria-label': `Footnote ${number}${source}` },
        String(number),
      );
    });
  }

  function addStatement(statement) {
    root.dataset.state = 'streaming';
    shown.push(statement);
    const part = addPart(statement);
    const marks = element('span', { class: 'references' }, ...references(statement.citations));
    if (statement.kind === 'code') {
      part.tabIndex = 0;
      part.append(element('code', {}, statement.text), marks);
      if (statement.language !== '') part.dataset.language = statement.language;
    } else if (statement.kind === 'row') {
      addRow(part, statement.text, marks);
    } else if (statement.kind === 'sentence') {
      part.append(
        part.childNodes.length > 0 ? ' ' : '',
        element('span', { class: 'statement' }, statement.text),
        marks,
      );
    } else {
      part.append(element('li', { class: 'statement' }, statement.text, marks));
    }
  }

  function addCitation(citation) {
    const previous = [...cited.values()].at(-1);
    cited.set(citation.index, citation);
    notes.hidden = false;
    footnotes.append(footnote(citation, previous, `${name}-note-${citation.index}`));
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
    const seen = shown.length;
    for (const citation of reply.citations) if (!cited.has(citation.index)) addCitation(citation);
    for (const statement of reply.statements.slice(seen)) addStatement(statement);
    finish(reply.outcome, reply.message);
    for (const warning of reply.warnings.map(readable).filter((text) => text !== '')) {
      note.append(element('p', { class: 'warning' }, warning));
    }
    showNearest(reply);
  }

  function showNearest(reply) {
    const places = reply.nearest.filter((link) => ![...cited.values()].some((citation) => sameSection(citation, link)));
    if (places.length === 0) return;
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
  return { root, addStatement, addCitation, complete, finish, text };
}

/** Rows with another number of cells are of another table. */
function cellsOf(text) {
  return text.split(' | ');
}

/** The first of several rows names the columns. */
function addRow(table, text, marks) {
  const cells = cellsOf(text).map((cell) => element('td', {}, cell));
  cells.at(-1).append(marks);
  if (table.rows.length === 1) {
    for (const cell of Array.from(table.rows[0].cells)) cell.replaceWith(element('th', {}, ...cell.childNodes));
  }
  table.append(element('tr', { class: 'statement' }, ...cells));
}

/** `previous` is the footnote before: one from the same section says only “Ibid.”, in the same place. */
function footnote(citation, previous, id) {
  const again = previous !== undefined && sameSection(previous, citation);
  const site = element(
    'a',
    {
      href: mainAddress(citation),
      target: '_blank',
      rel: 'noopener noreferrer',
      class: again ? 'again' : undefined,
      'aria-label': again ? `Ibid.: ${place(citation)}` : undefined,
    },
    again ? 'Ibid.' : place(citation),
  );
  return element(
    'li',
    { id, tabindex: '-1', value: String(citation.index) },
    element('p', { class: 'place' }, site, otherPlace(citation)),
    element('blockquote', { class: citation.quote.includes('\n') ? 'lines' : undefined }, citation.quote),
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
