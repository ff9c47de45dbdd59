/** Whether keys pressed on `target` are written into it. */
export function isTyping(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** A combination of keys. */
export interface Shortcut {
  /** As `aria-keyshortcuts` says it. */
  readonly aria: string;
  matches(event: KeyboardEvent): boolean;
}

/**
 * Reads `Mod+I` and the like: any of Mod, Ctrl, Meta, Alt and Shift before one key; `Mod` is Meta on Apple's systems and Ctrl elsewhere.
 * `undefined` for `''`. A letter counts by the place of its key where the keyboard writes another script, and Shift only beside letters.
 */
export function parseShortcut(text: string): Shortcut | undefined {
  if (text === '') return undefined;
  const aria = text.replace('Mod', /Mac|iP/u.test(navigator.platform) ? 'Meta' : 'Control').replace('Ctrl', 'Control');
  const held = aria.split('+');
  const key = held.pop()!.toLowerCase();
  const isLetter = /^[a-z]$/u.test(key);
  return {
    aria,
    matches: (event) =>
      // Filling forms in, browsers send such events without any key.
      (String(event.key).toLowerCase() === key ||
        (isLetter && /[^\0-\x7f]/u.test(event.key) && event.code.toLowerCase() === `key${key}`)) &&
      ['Control', 'Meta', 'Alt', 'Shift'].every(
        (name) => event.getModifierState(name) === held.includes(name) || (name === 'Shift' && !isLetter),
      ),
  };
}
