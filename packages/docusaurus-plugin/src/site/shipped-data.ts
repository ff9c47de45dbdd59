import type { LauncherMessages } from '@ibid/widget/launcher';
import type { WidgetConfig } from '@ibid/widget/config';

/** What every page carries of the plugin, in `@generated/globalData`. Keep it small, and without anything that not all readers may see. */
export interface ShippedData extends Pick<
  WidgetConfig,
  'api' | 'siteKey' | 'shortcut' | 'launcher' | 'askSelection' | 'content' | 'storageKey'
> {
  /** Address of the locale's root as the index knows it; with a slash at its end. */
  readonly root: string;
  /** BCP 47, as the index knows it; `''` for a site in one language. */
  readonly locale: string;
  /** Of the panel's words. */
  readonly language: string;
  /** By id of docs with several versions: the name of the latest. */
  readonly latest: Readonly<Record<string, string>>;
  /** Whether paths stand behind a `#`. */
  readonly hashRouter: boolean;
  /** The few words that are needed before the panel is loaded, in this locale. */
  readonly words: LauncherMessages;
}
