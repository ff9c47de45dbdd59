import { Fragment, memo, type NamedExoticComponent, type ReactNode } from 'react';
import type { Citation, Statement } from '../../client/wire.ts';
import type { AnswerPart } from '../../exchange/answer-parts.ts';
import { rowCells } from '../../exchange/row-cells.ts';
import { usePanel } from '../state/panel-context.ts';
import { CodeBlock } from './code-block.tsx';
import { ReferenceMarks } from './reference-marks.tsx';
import { referencesOf } from './references-of.ts';
import { sameValue } from './same-value.ts';
import { StatementText } from './statement-text.tsx';

interface AnswerPartProps {
  readonly part: AnswerPart;
  /** Those that the part names. */
  readonly citations: readonly Citation[];
}

/** Shown anew only when a statement or a footnote has come: answers grow at their end. */
export const AnswerPartView: NamedExoticComponent<AnswerPartProps> = memo(function AnswerPartView({
  part,
  citations,
}): ReactNode {
  const { messages } = usePanel();
  const { statements } = part;
  const cited = (numbers: readonly number[]): readonly Citation[] =>
    numbers.flatMap((number) => citations.find(({ index }) => index === number) ?? []);
  const quotesOf = (statement: Statement): readonly string[] => cited(statement.citations).map(({ quote }) => quote);
  const references = referencesOf(statements);

  if (part.kind === 'code') {
    return <CodeBlock statement={statements[0]!} citations={cited(references[0]!)} />;
  }
  if (part.kind === 'sentence') {
    return (
      <p dir="auto">
        {statements.map((statement, at) => (
          <Fragment key={at}>
            {at > 0 && ' '}
            <StatementText text={statement.text} quotes={quotesOf(statement)} />
            <ReferenceMarks citations={cited(references[at]!)} />
          </Fragment>
        ))}
      </p>
    );
  }
  if (part.kind === 'row') {
    const [first, ...rest] = statements.map((statement, at) => ({
      quotes: quotesOf(statement),
      cells: rowCells(statement.text),
      marks: <ReferenceMarks citations={cited(references[at]!)} />,
    }));
    // The first of several rows names the columns.
    const head = rest.length > 0 ? first : undefined;
    return (
      <div className="ibid-table" role="region" tabIndex={0} aria-label={messages.answer}>
        <table dir="auto">
          {head !== undefined && (
            <thead>
              <tr>
                {head.cells.map((cell, column) => (
                  <th key={column} scope="col">
                    <StatementText text={cell} quotes={head.quotes} />
                    {column === head.cells.length - 1 && head.marks}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {(head === undefined ? [first!] : rest).map(({ cells, quotes, marks }, row) => (
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={column}>
                    <StatementText text={cell} quotes={quotes} />
                    {column === cells.length - 1 && marks}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  const List = part.kind === 'step' ? 'ol' : 'ul';
  return (
    <List start={part.kind === 'step' && part.start > 1 ? part.start : undefined} dir="auto">
      {statements.map((statement, at) => (
        <li key={at}>
          <StatementText text={statement.text} quotes={quotesOf(statement)} />
          <ReferenceMarks citations={cited(statement.citations)} />
        </li>
      ))}
    </List>
  );
}, sameValue);
