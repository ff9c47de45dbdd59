import { Fragment, memo, type NamedExoticComponent, type ReactNode } from 'react';
import type { AnswerBlock, Placed } from '../../exchange/answer-blocks.ts';
import type { BlockNode } from '../../exchange/block-tree.ts';
import { usePanel } from '../state/panel-context.ts';
import { BlockTable } from './block-table.tsx';
import { CodeBlock } from './code-block.tsx';
import { FormulaBlock } from './formula-block.tsx';
import { ReferenceMarks } from './reference-mark.tsx';
import { type Notes, statementsOf } from './references.ts';
import { sameValue } from './same-value.ts';
import { StatementText } from './statement-text.tsx';

interface NodeViewProps {
  readonly node: BlockNode<Placed>;
  /** Of each of its statements, in their order. Nothing for those beyond. */
  readonly notes: readonly Notes[];
}

export type NotesOf = (statement: Placed) => Notes;

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
    <List dir="auto">
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
  return (
    <p dir="auto" className={type === 'label' ? 'ibid-label' : undefined}>
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
