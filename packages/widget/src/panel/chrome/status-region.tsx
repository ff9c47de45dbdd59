import type { ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';
import { useAnnouncements } from '../state/use-announcements.ts';
import { useCell } from '../state/use-cell.ts';

/** The one place that speaks to screen readers of its own accord, besides alerts. */
export function StatusRegion(): ReactNode {
  const tools = usePanel();
  useAnnouncements(tools);
  return (
    <p className="ibid-hidden" role="status">
      {useCell(tools.announcement)}
    </p>
  );
}
