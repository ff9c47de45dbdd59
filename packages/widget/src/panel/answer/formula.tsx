import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { CopyButton } from '../chrome/icon-button.tsx';
import { usePanel } from '../state/panel-context.ts';
import { CodeBlock, type CodeBlockProps } from './node-view.tsx';
import { ReferenceMarks } from './reference-mark.tsx';

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
