import type { HostPage, OpenRequest } from '../config/host-page.ts';
import type { WidgetConfig } from '../config/widget-config.ts';
import type { Messages } from '../messages/messages.ts';
import type { PanelModule } from '../panel/panel-handle.ts';

export interface LauncherOptions {
  /** Where button and panel stand. */
  readonly root: HTMLElement | ShadowRoot;
  readonly config: WidgetConfig;
  readonly host: HostPage;
  /** The few words that are needed before the panel is loaded. */
  readonly messages: Pick<Messages, 'launcher' | 'askAboutThis'>;
  /** Loads the panel's code and style, at the first intent and not before. */
  readonly loadPanel: () => Promise<PanelModule>;
}

/** What stands on every page before anything is asked. */
export interface LauncherHandle {
  open(request: OpenRequest): Promise<void>;
  dispose(): void;
}
