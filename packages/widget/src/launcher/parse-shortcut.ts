/** A combination of keys. */
export interface Shortcut {
  /** As `aria-keyshortcuts` says it. */
  readonly aria: string;
  matches(event: KeyboardEvent): boolean;
}

/**
 * Reads `Mod+I` and the like; `Mod` is Cmd on Apple's systems and Ctrl elsewhere. `undefined` for `''`.
 * A letter counts by the place of its key where the keyboard writes another script, and Shift only beside letters.
 */
export function parseShortcut(text: string): Shortcut | undefined {
  const held = text.split('+');
  const key = held.pop()!.trim().toLowerCase();
  if (key === '') return undefined;
  const mod = /Mac|iP/u.test(navigator.platform) ? 'Meta' : 'Control';
  const full: Readonly<Record<string, string>> = { mod, ctrl: 'Control', cmd: 'Meta', option: 'Alt' };
  const names = held
    .map((name) => name.trim().toLowerCase())
    .map((name) => full[name] ?? name[0]?.toUpperCase() + name.slice(1));
  const isLetter = /^[a-z]$/u.test(key);
  return {
    aria: [...names, key.length === 1 ? key.toUpperCase() : key].join('+'),
    matches: (event) =>
      (event.key.toLowerCase() === key ||
        (isLetter && /[^\0-\x7f]/u.test(event.key) && event.code === `Key${key.toUpperCase()}`)) &&
      event.ctrlKey === names.includes('Control') &&
      event.metaKey === names.includes('Meta') &&
      event.altKey === names.includes('Alt') &&
      (!isLetter || event.shiftKey === names.includes('Shift')),
  };
}
