import { memo, useRef, useState, type NamedExoticComponent, type ReactNode } from 'react';
import type { HostPage, PageContext } from '../../config/index.ts';
import type { Messages } from '../../messages/en.ts';
import { fill } from '../../messages/words.ts';
import { Icon } from '../chrome/icon-button.tsx';
import { usePanel, useStore } from '../state/panel-context.ts';

/**
 * Switches for the scope of the next question: page, section of a chosen page, version, and language if the page has others. A
 * chosen page stays chosen when the reader goes to another page, and is then shown by name.
 */
export const ScopeChips: NamedExoticComponent<{ readonly context: PageContext }> = memo(function ScopeChips({
  context,
}): ReactNode {
  const { store, host, messages, config } = usePanel();
  const scope = useStore(store, (state) => state.scope);
  // A restriction that was removed can be added again, even on another page.
  const [offered] = useState({ locale: scope.locale, version: scope.version });
  // A chosen page keeps the version and language it had when chosen, whatever page is open now.
  const read = useRef(context);
  if (scope.page === undefined || scope.page.url === context.url) read.current = context;
  const version = scope.version || read.current.version || offered.version;
  const locale = scope.locale || read.current.locale || offered.locale;
  const hasLanguages = document.querySelector('link[hreflang]') !== null;
  const here = { url: context.url, title: context.title };
  const section = scope.section ?? context.section;

  return (
    <div className="ibid-chips" role="group" aria-label={messages.scope}>
      {(context.url !== '' || scope.page !== undefined) && (
        <Chip
          isOn={scope.page !== undefined}
          label={scope.page === undefined ? messages.thisPage : fill(messages.page, { title: scope.page.title })}
          onToggle={() =>
            store.setScope(scope.page === undefined ? { page: here } : { page: undefined, section: undefined })
          }
        />
      )}
      {section !== undefined && scope.page !== undefined && (
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
      {locale !== '' && (hasLanguages || scope.locale === '') && (
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

/**
 * Name of a language in the panel's language, with a capital letter if its script has capitals; the tag itself if unknown. The
 * region is left out: for readers, pages in `en-US` are in English.
 */
function languageName(tag: string, locale: string): string {
  try {
    const { language, script = '' } = new Intl.Locale(tag);
    const spoken = script === '' ? language : `${language}-${script}`;
    const name = new Intl.DisplayNames([locale === '' ? 'en' : locale], { type: 'language' }).of(spoken) ?? tag;
    return name.slice(0, 1).toLocaleUpperCase(locale === '' ? 'en' : locale) + name.slice(1);
  } catch {
    return tag;
  }
}

/** Label such as `Version 2.0`, in the panel's language and with the site's name for the version. */
export function versionLabel(messages: Messages, host: HostPage, version: string): string {
  return fill(messages.version, { version: host.versionName?.(version) ?? version });
}
