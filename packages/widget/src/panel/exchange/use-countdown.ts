import { useEffect, useState } from 'react';

/** Whole seconds left of `seconds` since `from` (milliseconds since 1970) as it was at the first render; 0 when they are over. */
export function useCountdown(from: number, seconds: number): number {
  const [end] = useState(from + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
