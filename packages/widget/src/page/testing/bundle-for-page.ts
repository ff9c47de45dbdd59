import { build } from 'rolldown';

/** A module of this package as one script that puts what it exports on `window[name]`. */
export async function bundleForPage(entry: string, name: string): Promise<string> {
  const { output } = await build({
    input: entry,
    write: false,
    logLevel: 'silent',
    platform: 'browser',
    output: { format: 'iife', name, codeSplitting: false },
  });
  return output[0].code;
}
