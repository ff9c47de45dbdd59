import { memo, useState, type NamedExoticComponent, type ReactNode } from 'react';
import type { PageContext } from '../../config/host-page.ts';
import { versionLabel } from './version-label.ts';
import { fill } from '../../messages/fill.ts';
import { Icon } from '../chrome/icon.tsx';
import { usePanel } from '../state/panel-context.ts';
import { useStore } from '../state/use-store.ts';
import { languageName } from './language-name.ts';

interface ScopeChipsProps {
  readonly context: PageContext;
}

/** What the next question is restricted to; each chip is a switch. A page once chosen stays chosen when the reader goes elsewhere, and says which. */
export const ScopeChips: NamedExoticComponent<ScopeChipsProps> = memo(function ScopeChips({ context }): ReactNode {
  const { store, host, messages, config } = usePanel();
  const scope = useStore(store, (state) => state.scope);
  // What was taken off can be put on again, also when the reader stands elsewhere.
  const [offered] = useState({ locale: scope.locale, version: scope.version });
  const version = scope.version || context.version || offered.version;
  const locale = scope.locale || context.locale || offered.locale;
  const here = { url: context.url, title: context.title };
  const section = scope.section ?? context.section;

  return (
    <div className="ibid-chips" role="group" aria-label={messages.scope}>
      <Chip
        isOn={scope.page !== undefined}
        label={scope.page === undefined ? messages.thisPage : fill(messages.page, { title: scope.page.title })}
        onToggle={() =>
          store.setScope(scope.page === undefined ? { page: here } : { page: undefined, section: undefined })
        }
      />
      {section !== undefined && (
        <Chip
          isOn={scope.section !== undefined}
          label={
            scope.section === undefined ? messages.thisSection : fill(messages.section, { title: scope.section.title })
          }
          onToggle={() =>
            store.setScope(
              scope.section === undefined ? { page: here, section: context.section } : { section: undefined },
            )
          }
        />
      )}
      {version !== '' && (
        <Chip
          isOn={scope.version !== ''}
          label={scope.version === '' ? messages.allVersions : versionLabel(messages, host, version)}
          onToggle={() => store.setScope({ version: scope.version === '' ? version : '' })}
        />
      )}
      {locale !== '' && (
        <Chip
          isOn={scope.locale !== ''}
          label={scope.locale === '' ? messages.allLanguages : languageName(locale, config.locale)}
          onToggle={() => store.setScope({ locale: scope.locale === '' ? locale : '' })}
        />
      )}
    </div>
  );
});

function Chip(props: { readonly isOn: boolean; readonly label: string; readonly onToggle: () => void }): ReactNode {
  return (
    <button
      type="button"
      className="ibid-chip"
      aria-pressed={props.isOn}
      title={props.label}
      dir="auto"
      onClick={props.onToggle}
    >
      {props.isOn && <Icon name="check" />}
      <span>{props.label}</span>
    </button>
  );
}
