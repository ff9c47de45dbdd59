/** The good answer that a fault spoils where a script names none. */
export const GOOD_TEXT: string =
  'Topics are named buses over which nodes exchange messages. [p1] A service answers a request once. [p1] An action reports progress until it is done. [p2]';
