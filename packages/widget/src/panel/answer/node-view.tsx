import { type AnswerBlock, BOX, rowCells, type MarkedNode, type MarkNode, markTree } from '@ibid/client';
import type { NamedExoticComponent, ReactNode, RefObject } from 'react';
import { Fragment, memo, useMemo, useEffect, useRef, useState } from 'react';
import type { CodeHighlighter } from '../../config/index.ts';
import { type BlockNode, type Placed, answerGroups, placeOfHref } from '../../exchange/answer-layout.ts';
import { textDirection } from '../../messages/words.ts';
import { CopyButton } from '../chrome/icon-button.tsx';
import { type ExchangeProps, usePanel } from '../state/panel-context.ts';
import { ReferenceMarks } from './footnote.tsx';
import { ExcerptPlace, PlaceLink } from './place-link.tsx';
import type { Notes, Reference } from './references.ts';
import { citationsOf, groupNotes, sameSection, sameValue, sourcesOf, statementsOf } from './references.ts';

interface NodeViewProps {
  readonly node: BlockNode<Placed>;
  /** Footnotes of each of its statements, in their order; missing entries mean none. */
  readonly notes: readonly Notes[];
}

type NotesOf = (statement: Placed) => Notes;

/** Shows a paragraph, a list, a table or code. Rendered again only when a statement or a footnote is added, because answers grow at their end. */
export const NodeView: NamedExoticComponent<NodeViewProps> = memo(function NodeView({ node, notes }): ReactNode {
  const statements = statementsOf(node);
  return shownNode(node, (statement) => notes[statements.indexOf(statement)] ?? []);
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
  const { type, statements } = block;
  if (type === 'table') return <BlockTable block={block} notesOf={notesOf} />;
  if (type === 'code') {
    const code = {
      text: statements.map(({ text }) => text).join('\n'),
      isLit: statements.some(({ lit }) => lit),
      references: statements.flatMap(notesOf),
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
  return statements.map((statement, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <StatementText statement={statement} />
      <ReferenceMarks references={notesOf(statement)} />
    </Fragment>
  ));
}

/**
 * Shows rows with their header. Footnotes go into the first cell, which is visible even in a wide table. In a model's table
 * without a header, the first row becomes the header if there are several rows.
 */
function BlockTable({ block: { statements: rows }, notesOf }: BlockProps): ReactNode {
  const { messages } = usePanel();
  const [first, ...rest] = rows;
  const isHead = first?.kind === 'header' || (first?.excerpt === null && rest.length > 0);
  const shown = (row: Placed, Cell: 'th' | 'td'): ReactNode => {
    const cells = rowCells(row);
    return cells.map(({ start, end }, column) => (
      <Cell key={column} scope={Cell === 'th' ? 'col' : undefined} dir={textDirection(row.text.slice(start, end))}>
        <StatementText statement={row} from={start} to={end} />
        {column === 0 && <ReferenceMarks references={notesOf(row)} />}
      </Cell>
    ));
  };
  return (
    <div
      className="ibid-table"
      dir={textDirection(textOf(rows))}
      role="region"
      tabIndex={0}
      aria-label={messages.answer}
    >
      <table>
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

export interface CodeBlockProps {
  readonly text: string;
  readonly language: string;
  readonly references: readonly Reference[];
  /** The code answers the question and is highlighted. */
  readonly isLit: boolean;
}

/** Code of a page, in the site's colours. */
export function CodeBlock({ text, language, references, isLit }: CodeBlockProps): ReactNode {
  const { host, messages } = usePanel();
  const lines = coloured(host.highlightCode, text, language);
  const name = language === '' ? messages.code : language === 'math' ? messages.formula : language;
  return (
    <figure className="ibid-code" data-lit={isLit || undefined}>
      <figcaption>
        <span className="ibid-code-language" dir="auto">
          {name}
        </span>
        <ReferenceMarks references={references} />
        <CopyButton label={messages.copyCode} text={() => text} />
      </figcaption>
      <pre tabIndex={0} dir="ltr" aria-label={name} role="region">
        <code>
          {lines === undefined
            ? text
            : lines.map((tokens, line) => (
                <Fragment key={line}>
                  {line > 0 && '\n'}
                  {tokens.map((token, at) =>
                    token.className === '' ? (
                      token.text
                    ) : (
                      <span key={at} className={token.className}>
                        {token.text}
                      </span>
                    ),
                  )}
                </Fragment>
              ))}
        </code>
      </pre>
    </figure>
  );
}

/** Returns no colours if the site's highlighter fails. */
function coloured(highlight: CodeHighlighter | undefined, text: string, language: string): ReturnType<CodeHighlighter> {
  try {
    return highlight?.(text, language);
  } catch {
    return undefined;
  }
}

/** Shows the proven statements, in the order received. Excerpts appear under the name of their section, the sides of a contradiction separately. */
export function AnswerBody({ exchange: { statements, excerpts, citations } }: ExchangeProps): ReactNode {
  const { messages } = usePanel();
  const groups = useMemo(() => answerGroups(statements), [statements]);
  const sources = useMemo(() => sourcesOf(citations), [citations]);
  const bodies = groups.map((group) => {
    const notes = groupNotes(group, sources);
    const excerpt = excerpts[group.excerpt ?? -1];
    const own = sources.find(({ citations: [first] }) => excerpt !== undefined && sameSection(first, excerpt))?.number;
    let within = own;
    const views = group.nodes.map((node, at) => {
      const view = <NodeView key={at} node={node} notes={notes[at]!} />;
      const [source] = excerpt === undefined ? [] : citationsOf(statementsOf(node), sources);
      if (source === undefined || source.number === within) return view;
      // A short section goes on in its first subsection, whose name a reader needs.
      within = source.number;
      return [
        <p key="place" className="ibid-label" dir="auto">
          {source.citations[0].section}
        </p>,
        view,
      ];
    });
    return [<ExcerptPlace key="place" excerpt={excerpt} number={own} />, ...views];
  });
  return groups.map((group, at) => {
    const className = group.excerpt === null ? undefined : 'ibid-excerpt';
    if (group.side === 0) {
      return (
        <div key={at} className={className}>
          {bodies[at]}
        </div>
      );
    }
    // One label per side, even for several excerpts.
    const isNext = groups[at - 1]?.side === group.side;
    return (
      <section key={at} className="ibid-side" data-side={group.side}>
        {!isNext && <p className="ibid-side-label">{group.side === 1 ? messages.oneSays : messages.otherSays}</p>}
        <div className={className ?? 'ibid-told'}>{bodies[at]}</div>
      </section>
    );
  });
}

interface StatementTextProps {
  readonly statement: Placed;
  /** Part of its text to show. @default all of it */
  readonly from?: number;
  readonly to?: number;
}

/**
 * Text of one statement with its marks, as on the page; a model's text has none. Links lead only to pages of this site; links
 * elsewhere become plain text.
 */
export const StatementText: NamedExoticComponent<StatementTextProps> = memo(function StatementText({
  statement: { text, marks, lit, kind },
  from = 0,
  to = text.length,
}): ReactNode {
  const shown = shownNodes(markTree(text, marks, from, to));
  // In a table, the whole row is highlighted.
  return lit && kind !== 'row' ? <mark className="ibid-lit">{shown}</mark> : shown;
}, sameValue);

const TAGS = { strong: 'strong', emphasis: 'em', sub: 'sub', sup: 'sup' } as const;

const OPTION = /(^|[\s([|'"=])(-{1,2}[\p{L}\p{N}][^\s]{0,22})(?=\s|$)/gu;

function shownNodes(nodes: readonly MarkNode[]): ReactNode {
  return nodes.map((node, at) => (
    <Fragment key={at}>{typeof node === 'string' ? wholeOptions(node) : shownMark(node)}</Fragment>
  ));
}

function shownMark({ kind, text, href, children }: MarkedNode): ReactNode {
  if (kind === 'math') return <Formula tex={text} />;
  const inner = shownNodes(children);
  if (kind === 'code') return <code dir="ltr">{inner}</code>;
  if (kind === 'link') {
    const to = placeOfHref(href);
    return to === undefined ? (
      inner
    ) : (
      <PlaceLink to={to} isOwn className="ibid-inline-link">
        {inner}
      </PlaceLink>
    );
  }
  const Tag = TAGS[kind];
  return <Tag>{inner}</Tag>;
}

/** Prevents line breaks after the hyphen of command options such as `-t`. The text stays unchanged when copied. */
function wholeOptions(text: string): ReactNode {
  const pieces: ReactNode[] = [];
  let done = 0;
  for (const match of text.matchAll(OPTION)) {
    const [, before = '', option = ''] = match;
    const from = match.index + before.length;
    pieces.push(
      text.slice(done, from),
      <span key={from} className="ibid-option">
        {option}
      </span>,
    );
    done = from + option.length;
  }
  return done === 0 ? text : [...pieces, text.slice(done)];
}

/** Maximum length in characters. Longer source is shown as text. */
const LONGEST = 4_000;

/**
 * Typesets TeX in the element. The code for this is loaded with the first formula. `isSet` is false until the formula is shown,
 * and stays false if it cannot be typeset.
 */
function useFormula(
  tex: string,
  isDisplayed: boolean,
): { readonly place: RefObject<HTMLSpanElement | null>; readonly isSet: boolean } {
  const place = useRef<HTMLSpanElement>(null);
  const [isSet, setSet] = useState(false);
  useEffect(() => {
    setSet(false);
    if (tex.length > LONGEST) return undefined;
    let isWanted = true;
    const typeset = async (): Promise<void> => {
      const { typesetFormula } = await import('./typeset-formula.ts');
      if (!isWanted || place.current === null) return;
      place.current.replaceChildren(typesetFormula(tex, isDisplayed));
      setSet(true);
    };
    // In this case the source stays visible.
    typeset().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [tex, isDisplayed]);
  return { place, isSet };
}

/** A formula within a line of text; shows its source if it cannot be typeset. */
export function Formula({ tex }: { readonly tex: string }): ReactNode {
  const { place, isSet } = useFormula(tex, false);
  return (
    <>
      <span ref={place} className="ibid-formula" dir="ltr" hidden={!isSet} />
      {!isSet && <code dir="ltr">{tex}</code>}
    </>
  );
}

/** A displayed formula; shows its source as code if it cannot be typeset. */
export function FormulaBlock(code: Omit<CodeBlockProps, 'language'>): ReactNode {
  const { text, references, isLit } = code;
  const { messages } = usePanel();
  const { place, isSet } = useFormula(text, true);
  return (
    <>
      <div className="ibid-formula-block" data-lit={isLit || undefined} hidden={!isSet}>
        <span ref={place} className="ibid-formula" dir="ltr" tabIndex={0} role="region" aria-label={messages.formula} />
        {isSet && <ReferenceMarks references={references} />}
        {isSet && <CopyButton label={messages.copyCode} text={() => text} />}
      </div>
      {!isSet && <CodeBlock {...code} language="math" />}
    </>
  );
}
