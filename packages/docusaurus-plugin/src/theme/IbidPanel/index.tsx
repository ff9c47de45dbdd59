import { IbidPanel } from '@ibid/docusaurus-plugin/panel';

/** The panel in which readers ask questions. Swizzle it to replace it. */
export default IbidPanel;
