import type { ReactNode } from 'react';
import { CopyButton } from '../chrome/copy-button.tsx';
import { usePanel } from '../state/panel-context.ts';
import { CodeBlock } from './code-block.tsx';
import { useFormula } from './formula.tsx';
import { ReferenceMarks } from './reference-mark.tsx';
import type { Reference } from './references.ts';

interface FormulaBlockProps {
  readonly text: string;
  readonly references: readonly Reference[];
  readonly isLit: boolean;
}

/** A formula on lines of its own; its source, as code, where it cannot be typeset. */
export function FormulaBlock({ text, references, isLit }: FormulaBlockProps): ReactNode {
  const { messages } = usePanel();
  const { place, isSet } = useFormula(text, true);
  return (
    <>
      <div className="ibid-formula-block" data-lit={isLit || undefined} hidden={!isSet}>
        <span ref={place} className="ibid-formula" dir="ltr" tabIndex={0} role="region" aria-label={messages.formula} />
        {isSet && <ReferenceMarks references={references} />}
        {isSet && <CopyButton label={messages.copyCode} text={() => text} />}
      </div>
      {!isSet && <CodeBlock text={text} language="math" references={references} isLit={isLit} />}
    </>
  );
}
