/** Replaces `prism-react-renderer` on sites without it; code is then shown without colours. */
export const Prism: undefined = undefined;
