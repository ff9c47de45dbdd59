import type { HostPage, OpenRequest } from '../config/host-page.ts';
import type { WidgetConfig } from '../config/widget-config.ts';
import type { Messages } from '../messages/messages.ts';
import type { PanelModule } from '../panel/panel-handle.ts';

/** The few words that are needed before the panel is loaded; the last two are said when its code cannot be had. */
export type LauncherMessages = Pick<Messages, 'launcher' | 'askAboutThis' | 'failUnreachable' | 'retry'>;

export interface LauncherOptions {
  /** Where button and panel stand. */
  readonly root: HTMLElement | ShadowRoot;
  readonly config: WidgetConfig;
  readonly host: HostPage;
  readonly messages: LauncherMessages;
  /** Loads the panel's code and style, at the first intent and not before; called again after it has failed. */
  readonly loadPanel: () => Promise<PanelModule>;
}

/** What stands on every page before anything is asked. */
export interface LauncherHandle {
  /** Settles when the panel is open, or when the reader has been told that it could not be loaded. Never rejects. */
  open(request: OpenRequest): Promise<void>;
  /** Takes away button, panel and all listeners. */
  dispose(): void;
}
