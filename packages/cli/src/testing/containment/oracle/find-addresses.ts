/** Whatever a reader, a browser or a mail program may take for an address. */
export const ADDRESS: RegExp =
  /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s"'<>)\]]+|\bwww\.[^\s"'<>)\]]+|(?<![\w:])\/\/[\w-]+\.[^\s"'<>)\]]+|\b(?:javascript|vbscript|data|mailto|file|tel):[^\s"'<>)\]]+|\b[\w-]+(?:\.[\w-]+)*\.(?:example|com|org|net|io|dev|app|de|ru|cn|info|test)\b(?:[:/?][^\s"'<>)\]]*)?|[\w.+-]+@[\w-]+\.\w+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/giu;
