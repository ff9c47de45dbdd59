import type { ReactNode } from 'react';
import type { Placed } from '../../exchange/answer-blocks.ts';
import { rowCells } from '../../exchange/row-cells.ts';
import type { NotesOf } from './node-view.tsx';
import { ReferenceMarks } from './reference-mark.tsx';
import { StatementText } from './statement-text.tsx';

interface BlockTableProps {
  readonly rows: readonly Placed[];
  readonly label: string;
  readonly notesOf: NotesOf;
}

/** Rows with their header. Of a model's rows without one the first names the columns, where there are several. */
export function BlockTable({ rows, label, notesOf }: BlockTableProps): ReactNode {
  const [first, ...rest] = rows;
  const isHead = first?.kind === 'header' || (first?.excerpt === null && rest.length > 0);
  const shown = (row: Placed, Cell: 'th' | 'td'): ReactNode => {
    const cells = rowCells(row.text);
    const { references, quotes } = notesOf(row);
    return cells.map(({ start, end }, column) => (
      <Cell key={column} scope={Cell === 'th' ? 'col' : undefined} dir="auto">
        <StatementText statement={row} from={start} to={end} quotes={quotes} />
        {column === cells.length - 1 && <ReferenceMarks references={references} />}
      </Cell>
    ));
  };
  return (
    <div className="ibid-table" role="region" tabIndex={0} aria-label={label}>
      <table dir="auto">
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
