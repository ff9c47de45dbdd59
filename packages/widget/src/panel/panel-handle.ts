import type { ComponentType } from 'react';
import type { HostPage, OpenRequest } from '../config/host-page.ts';
import type { WidgetConfig } from '../config/widget-config.ts';
import type { Messages } from '../messages/messages.ts';
import type { PanelStore } from '../store/panel-store.ts';

/** What the panel's component is given; a site may put its own in its place. */
export interface IbidPanelProps {
  readonly store: PanelStore;
  readonly host: HostPage;
  readonly config: WidgetConfig;
  /** Complete, in the language of the panel. */
  readonly messages: Messages;
  /** Element that the panel stands in; popovers and styles belong into it. */
  readonly root: HTMLElement | ShadowRoot;
  /** The latest wish to open, another object each time; the panel then comes to the fore and takes the focus, unless it is restored. */
  readonly request: OpenRequest | undefined;
}

export interface MountOptions {
  readonly root: HTMLElement | ShadowRoot;
  readonly config: WidgetConfig;
  readonly host: HostPage;
  /** Instead of `IbidPanel`. */
  readonly component?: ComponentType<IbidPanelProps>;
}

/** The panel once it is on the page. */
export interface PanelHandle {
  open(request: OpenRequest): void;
  close(): void;
  /** Whether it is open now. */
  isOpen(): boolean;
  /** Called when it has opened or closed, however that came. */
  onToggle(listener: () => void): () => void;
  dispose(): void;
}

/** The lazy part, as a bundler's `import()` gives it. */
export interface PanelModule {
  mountPanel(options: MountOptions): Promise<PanelHandle>;
}
