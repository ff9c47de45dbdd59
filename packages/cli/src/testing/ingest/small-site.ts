import type { ScriptedPage } from '@ibid/testkit';

/** Markdown of a page of two passages in which both title and words stand. */
export const page = (title: string, words: string): string =>
  `# ${title}\n\nThe ${title} page says ${words}.\n\n## Details\n\nMore about ${words} stands here.\n`;

export const SMALL: Readonly<Record<string, ScriptedPage>> = {
  '/guide/install': page('Install', 'how to install the worker'),
  '/guide/start': page('Start', 'how to start the scheduler'),
  '/guide/stop': page('Stop', 'how to stop the gateway'),
  '/reference/queue': page('Queue', 'what the queue holds'),
};
