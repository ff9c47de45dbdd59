/** Share of the heading vector in the vector leg: q·d + HEADING_WEIGHT · q·h, added before the leg is scaled. */
export const HEADING_WEIGHT = 0.5;
