/** Exports the default panel for sites that wrap or replace it. */
export { IbidPanel, type IbidPanelProps } from '@ibid/widget/panel';
