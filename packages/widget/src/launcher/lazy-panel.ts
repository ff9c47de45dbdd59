import type { PanelHandle, PanelModule } from '../panel/panel-handle.ts';
import type { LauncherOptions } from './launcher-handle.ts';

export interface LazyPanel {
  /** `undefined` until it is on the page. */
  current(): PanelHandle | undefined;
  /** Fetches the code, so that it is there when it is wanted. Failing is left to `get`. */
  preload(): void;
  /** Puts the panel on the page, once. Rejects when its code cannot be had; the next call tries anew. */
  get(): Promise<PanelHandle>;
  dispose(): void;
}

/** `mounted` is called once, with the panel. */
export function lazyPanel(
  { loadPanel, root, config, host }: LauncherOptions,
  mounted: (handle: PanelHandle) => void,
): LazyPanel {
  let code: Promise<PanelModule> | undefined;
  let panel: Promise<PanelHandle> | undefined;
  let handle: PanelHandle | undefined;
  let isOver = false;

  function load(): Promise<PanelModule> {
    const loading = (code ??= loadPanel());
    loading.catch(() => {
      if (code === loading) code = undefined;
    });
    return loading;
  }

  async function mount(): Promise<PanelHandle> {
    try {
      const { mountPanel } = await load();
      handle = await mountPanel({ root, config, host });
      if (isOver) handle.dispose();
      else mounted(handle);
      return handle;
    } catch (error) {
      panel = undefined;
      throw error;
    }
  }

  return {
    current: () => handle,
    preload: () => void load(),
    get: () => (panel ??= mount()),
    dispose() {
      isOver = true;
      handle?.dispose();
    },
  };
}
