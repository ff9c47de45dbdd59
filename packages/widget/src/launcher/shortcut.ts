/** True if `target` is an element into which keys are typed. */
export function isTyping(target: Partial<HTMLElement>): boolean | undefined {
  return target.isContentEditable || target.matches?.('input, textarea, select');
}

/** A combination of keys. */
export interface Shortcut {
  /** Value for `aria-keyshortcuts`. */
  readonly aria: string;
  matches(event: KeyboardEvent): boolean;
}

/**
 * Parses combinations such as `Mod+I`: any of Mod, Ctrl, Meta, Alt and Shift before one key; `Mod` is Meta on Apple systems and
 * Ctrl elsewhere. `undefined` for `''`. A letter is matched by the position of its key if the keyboard writes another script.
 * Shift is compared only for letters.
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
      // Browsers send such events without a key when they fill in forms.
      (String(event.key).toLowerCase() === key ||
        (isLetter && /[^\0-\x7f]/u.test(event.key) && event.code.toLowerCase() === `key${key}`)) &&
      ['Control', 'Meta', 'Alt', 'Shift'].every(
        (name) => event.getModifierState(name) === held.includes(name) || (name === 'Shift' && !isLetter),
      ),
  };
}
