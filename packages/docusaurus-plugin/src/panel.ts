/** For panels of a site's own: the one that comes along, to put something around it or in its place. */
export { IbidPanel, type IbidPanelProps } from '@ibid/widget/panel';
