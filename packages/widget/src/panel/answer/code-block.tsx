import { Fragment, type ReactNode } from 'react';
import type { CodeHighlighter } from '../../config/host-page.ts';
import { CopyButton } from '../chrome/icon-button.tsx';
import { usePanel } from '../state/panel-context.ts';
import { ReferenceMarks } from './reference-mark.tsx';
import type { Reference } from './references.ts';

interface CodeBlockProps {
  readonly text: string;
  readonly language: string;
  readonly references: readonly Reference[];
  /** Answers the question by itself. */
  readonly isLit: boolean;
}

/** Code of a page, coloured as the site colours it. */
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

/** Uncoloured where the site's highlighter fails. */
function coloured(highlight: CodeHighlighter | undefined, text: string, language: string): ReturnType<CodeHighlighter> {
  try {
    return highlight?.(text, language);
  } catch {
    return undefined;
  }
}
