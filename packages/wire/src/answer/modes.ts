/** What an answer may use: all passages of the bundle, or the selection alone. */
export const MODES = ['global', 'selected_text_only'] as const;

export type Mode = (typeof MODES)[number];
