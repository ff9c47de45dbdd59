/** Words that carry no meaning in a search. Frozen: the measured retrieval figures hold for exactly these 134. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can
could d did do does doing don down during e each etc few for from further g had has have having he her here hers him his how
i if in into is it its itself just ll m may me more most must my no nor not now of off on once only or other our ours out
over own re s same shall she should so some such t than that the their theirs them then there these they this those through
to too under until up ve very via was we were what when where which while who whom why will with would you your yours`.split(
    /\s+/,
  ),
);
