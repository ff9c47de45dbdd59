interface Box {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
const MARGIN = 8;

/** Where a card of `size` stands: below its mark, above where there is more room, never outside `bounds`. All in pixels of one system. */
export function placeCard(
  anchor: Box,
  size: Pick<Box, 'width' | 'height'>,
  bounds: Box,
): { readonly top: number; readonly left: number } {
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - GAP - size.height;
  const end = bounds.top + bounds.height - MARGIN;
  const roomBelow = end - below;
  const roomAbove = anchor.top - GAP - bounds.top - MARGIN;
  const top = roomBelow >= size.height || roomBelow >= roomAbove ? below : above;
  const left = anchor.left + anchor.width / 2 - size.width / 2;
  return {
    top: clamp(top, bounds.top + MARGIN, end - size.height),
    left: clamp(left, bounds.left + MARGIN, bounds.left + bounds.width - MARGIN - size.width),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
