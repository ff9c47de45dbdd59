/** The card is one for the whole panel. */
export const CARD_ID = 'ibid-source-card';
