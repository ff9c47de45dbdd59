import type { messages } from './en.ts';

/** The words of one language, by the names that `en.ts` gives them. */
export type Messages = Readonly<typeof messages>;
