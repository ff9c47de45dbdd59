import { Fragment, memo, type NamedExoticComponent, type ReactNode } from 'react';
import { rowCells, type AnswerBlock, type BlockNode, type Placed } from '../../exchange/answer-layout.ts';
import { textDirection } from '../../messages/words.ts';
import { usePanel } from '../state/panel-context.ts';
import { CodeBlock } from './code-block.tsx';
import { FormulaBlock } from './formula.tsx';
import { ReferenceMarks } from './reference-mark.tsx';
import { sameValue, statementsOf, type Notes } from './references.ts';
import { StatementText } from './statement-text.tsx';

interface NodeViewProps {
  readonly node: BlockNode<Placed>;
  /** Of each of its statements, in their order. Nothing for those beyond. */
  readonly notes: readonly Notes[];
}

type NotesOf = (statement: Placed) => Notes;

/** Kinds of boxes, which sites write in small letters and show in others. */
const BOX = /^(?:note|tip|info|warning|caution|danger|important)$/u;

const NONE: Notes = { references: [], quotes: [] };

/** A paragraph, a list, a table or code. Shown anew only when a statement or a footnote has come: answers grow at their end. */
export const NodeView: NamedExoticComponent<NodeViewProps> = memo(function NodeView({ node, notes }): ReactNode {
  const statements = statementsOf(node);
  return shownNode(node, (statement) => notes[statements.indexOf(statement)] ?? NONE);
}, sameValue);

function shownNode(node: BlockNode<Placed>, notesOf: NotesOf): ReactNode {
  if (node.type === 'block') return <BlockView block={node.block} notesOf={notesOf} />;
  const List = node.isOrdered ? 'ol' : 'ul';
  return (
    <List dir={textDirection(textOf(statementsOf(node)))}>
      {node.items.map(({ block, children }, at) => (
        <li key={at} value={node.isOrdered ? block.ordinal : undefined}>
          <Line block={block} notesOf={notesOf} />
          {children.map((child, index) => (
            <Fragment key={index}>{shownNode(child, notesOf)}</Fragment>
          ))}
        </li>
      ))}
    </List>
  );
}

interface BlockProps {
  readonly block: AnswerBlock<Placed>;
  readonly notesOf: NotesOf;
}

function BlockView({ block, notesOf }: BlockProps): ReactNode {
  const { messages } = usePanel();
  const { type, statements } = block;
  if (type === 'table') return <BlockTable rows={statements} label={messages.answer} notesOf={notesOf} />;
  if (type === 'code') {
    const code = {
      text: statements.map(({ text }) => text).join('\n'),
      isLit: statements.some(({ lit }) => lit),
      references: statements.flatMap((statement) => notesOf(statement).references),
    };
    const { language } = statements[0]!;
    return language === 'math' ? <FormulaBlock {...code} /> : <CodeBlock {...code} language={language} />;
  }
  const text = textOf(statements);
  const isLabel = type === 'label';
  return (
    <p
      dir={textDirection(text)}
      className={isLabel ? 'ibid-label' : undefined}
      data-box={(isLabel && BOX.test(text)) || undefined}
    >
      <Line block={block} notesOf={notesOf} />
    </p>
  );
}

function Line({ block: { statements }, notesOf }: BlockProps): ReactNode {
  return statements.map((statement, at) => {
    const { references, quotes } = notesOf(statement);
    return (
      <Fragment key={at}>
        {at > 0 && ' '}
        <StatementText statement={statement} quotes={quotes} />
        <ReferenceMarks references={references} />
      </Fragment>
    );
  });
}

interface BlockTableProps {
  readonly rows: readonly Placed[];
  readonly label: string;
  readonly notesOf: NotesOf;
}

/** Rows with their header. Footnotes stand in the first cell, which is in sight when a wide table is not. Of a model's rows without one the first names the columns, where there are several. */
function BlockTable({ rows, label, notesOf }: BlockTableProps): ReactNode {
  const [first, ...rest] = rows;
  const isHead = first?.kind === 'header' || (first?.excerpt === null && rest.length > 0);
  const shown = (row: Placed, Cell: 'th' | 'td'): ReactNode => {
    const cells = rowCells(row.text);
    const { references, quotes } = notesOf(row);
    return cells.map(({ start, end }, column) => (
      <Cell key={column} scope={Cell === 'th' ? 'col' : undefined} dir={textDirection(row.text.slice(start, end))}>
        <StatementText statement={row} from={start} to={end} quotes={quotes} />
        {column === 0 && <ReferenceMarks references={references} />}
      </Cell>
    ));
  };
  return (
    <div className="ibid-table" role="region" tabIndex={0} aria-label={label}>
      <table dir={textDirection(textOf(rows))}>
        {isHead && (
          <thead>
            <tr>{shown(first!, 'th')}</tr>
          </thead>
        )}
        <tbody>
          {(isHead ? rest : rows).map((row, at) => (
            <tr key={at} data-lit={row.lit || undefined}>
              {shown(row, 'td')}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function textOf(statements: readonly Placed[]): string {
  return statements.map(({ text }) => text).join(' ');
}
