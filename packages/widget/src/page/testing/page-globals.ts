import type * as entry from './page-entry.ts';

declare global {
  interface Window {
    readonly ibidPage: typeof entry;
  }
}
