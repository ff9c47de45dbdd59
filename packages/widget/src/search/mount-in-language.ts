import { loadMessages } from '../messages/load-messages.ts';
import { mountSearchWith, type SearchHandle, type SearchMountOptions } from './mount-search.ts';

/**
 * Adds a closed search box to `root`, in the language of its settings: a dialog with a combobox for `GET /api/search`. The caller loads
 * its style sheet, `search.css`. Each opening starts empty.
 */
export async function mountSearch(options: SearchMountOptions): Promise<SearchHandle> {
  return mountSearchWith(await loadMessages(options.config.locale), options);
}
