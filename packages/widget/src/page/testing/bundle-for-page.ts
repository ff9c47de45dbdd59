import { build } from 'rolldown';

/** Bundles a module of this package into one script that sets its exports as `window[name]`. */
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
