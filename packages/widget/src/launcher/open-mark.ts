/** Remembers in this tab that the panel is open. Forgets at once where the browser keeps nothing for us. */
export function openMark(storageKey: string): { read(): boolean; write(isOpen: boolean): void } {
  const key = `${storageKey}:open`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key) !== null;
      } catch {
        return false;
      }
    },
    write(isOpen) {
      try {
        if (isOpen) sessionStorage.setItem(key, '1');
        else sessionStorage.removeItem(key);
      } catch {
        // Then it stays closed after a reload.
      }
    },
  };
}
