import { IbidPanel } from '@ibid/docusaurus-plugin/panel';

/** The panel that questions are asked in. Swizzle it to put another one in its place. */
export default IbidPanel;
