import type { ReactNode } from 'react';
import type { AskedScope } from '../../exchange/exchange.ts';
import { fill, plural, textDirection } from '../../messages/words.ts';
import { languageName, versionLabel } from '../compose/scope-chips.tsx';
import { usePanel } from '../state/panel-context.ts';

interface AskedQuestionProps {
  readonly question: string;
  readonly scope: AskedScope;
}

/** The question, and all that went along with it. */
export function AskedQuestion({ question, scope }: AskedQuestionProps): ReactNode {
  const { host, messages, config } = usePanel();
  const { selection, onlySelection, page, section, version, locale, earlier = 0 } = scope;
  const limits = [
    page === undefined ? '' : fill(messages.page, { title: page.title }),
    section === undefined ? '' : fill(messages.section, { title: section.title }),
    version === '' ? '' : versionLabel(messages, host, version),
    locale === '' ? '' : languageName(locale, config.locale),
    earlier === 0 ? '' : plural(config.locale, earlier, messages.withEarlierOne, messages.withEarlierOther),
  ].filter((text) => text !== '');
  return (
    <div className="ibid-asked">
      <h3 className="ibid-hidden">{messages.youAsked}</h3>
      {selection !== undefined && (
        <div className="ibid-asked-passage">
          <p className="ibid-asked-mode">{onlySelection ? messages.onlyPassage : messages.aboutPassage}</p>
          <blockquote dir="auto" title={selection.place}>
            {selection.text}
          </blockquote>
        </div>
      )}
      <p className="ibid-question" dir={textDirection(question)}>
        {question}
      </p>
      {limits.length > 0 && (
        <ul className="ibid-limits" aria-label={messages.scope}>
          {limits.map((text) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
