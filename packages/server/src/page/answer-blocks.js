/** How an answer is laid out: the same as in the panel, on the statements of a reply. */
const TYPE_OF = {
  sentence: 'paragraph',
  label: 'label',
  item: 'item',
  step: 'step',
  header: 'table',
  row: 'table',
  code: 'code',
};

/** Cells of a row as it stands in an index, `a | b`, with their place in it. */
export function rowCells(row) {
  const cells = [];
  let start = 0;
  for (const { 0: bar, index } of row.matchAll(/(?:^| )\|(?: |$)/gu)) {
    cells.push({ start, end: index });
    start = index + bar.length;
  }
  return [...cells, { start, end: row.length }];
}

function joins(last, type, statement) {
  const before = last.statements.at(-1);
  if (last.side !== statement.side || last.excerpt !== statement.excerpt) return false;
  if (statement.excerpt === null) {
    const isRow = type === 'table' && rowCells(before.text).length === rowCells(statement.text).length;
    return last.type === type && (type === 'paragraph' || isRow);
  }
  const goesOn = last.type === type || (isListed(last) && type === 'paragraph');
  return before.block === statement.block && goesOn;
}

function isListed({ type }) {
  return type === 'item' || type === 'step';
}

/** Statements as paragraphs, items, tables and code, in their order. */
export function answerBlocks(statements) {
  const blocks = [];
  let nextStep = 1;
  for (const statement of statements) {
    const type = TYPE_OF[statement.kind] ?? 'paragraph';
    const last = blocks.at(-1);
    if (last !== undefined && joins(last, type, statement)) {
      last.statements.push(statement);
      continue;
    }
    const { side, excerpt } = statement;
    const isNew = last?.side !== side || last.excerpt !== excerpt;
    if (type === 'paragraph' || type === 'table' || isNew) nextStep = 1;
    const ordinal = type !== 'step' ? 0 : (excerpt !== null && statement.ordinal) || nextStep;
    if (type === 'step') nextStep = ordinal + 1;
    const depth = Math.max(type === 'item' || type === 'step' ? 1 : 0, excerpt === null ? 0 : statement.depth);
    blocks.push({ type, side, excerpt, depth, ordinal, statements: [statement] });
  }
  return blocks;
}

/** Neighbours as they lie in each other: `{block}`, or `{tag, items: [{block, children}]}` of a list. */
export function blockTree(blocks, level = 1) {
  const nodes = [];
  let at = 0;
  while (at < blocks.length) {
    const block = blocks[at++];
    if (!isListed(block)) {
      nodes.push({ block });
      continue;
    }
    const depth = Math.max(level, block.depth);
    const from = at;
    while (at < blocks.length && (isListed(blocks[at]) ? blocks[at].depth > depth : blocks[at].depth >= depth)) at += 1;
    const item = { block, children: blockTree(blocks.slice(from, at), depth + 1) };
    const tag = block.type === 'step' ? 'ol' : 'ul';
    const last = nodes.at(-1);
    if (last?.tag === tag) last.items.push(item);
    else nodes.push({ tag, items: [item] });
  }
  return nodes;
}
