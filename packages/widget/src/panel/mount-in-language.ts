import { loadMessages } from '../messages/load-messages.ts';
import { type MountOptions, mountPanelWith, type PanelHandle } from './mount-panel.tsx';

/** Adds a closed panel to `root`, in the language of its settings. The caller loads its style sheet, `panel.css`. */
export async function mountPanel(options: MountOptions): Promise<PanelHandle> {
  return mountPanelWith(await loadMessages(options.config.locale), options);
}
