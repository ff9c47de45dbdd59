import type { HostPage } from '../../config/host-page.ts';
import { fill } from '../../messages/fill.ts';
import type { Messages } from '../../messages/messages.ts';

/** `Version 2.0`, in the words of the panel and by the name that the site gives it. */
export function versionLabel(messages: Messages, host: HostPage, version: string): string {
  return fill(messages.version, { version: host.versionName?.(version) ?? version });
}
