/**
 * Runs in the browser: what is wrong with what the widget has made. It holds the widget to lists of what it may make, so that nothing
 * has to be thought of beforehand.
 */
export function inspectPage(allowed: readonly string[]): readonly string[] {
  const TAGS = new Set(
    `div p span a button h2 h3 h4 ol ul li section article header blockquote strong em del code pre br table thead tbody tr th td figure
    figcaption form textarea label dialog fieldset legend input svg path circle rect line polyline g kbd small mark details summary`.split(
      /\s+/u,
    ),
  );
  const ATTRIBUTES = new Set(
    `class id role dir lang title tabindex href target rel type hidden value start scope disabled rows maxlength for checked open
    placeholder name enterkeyhint autocomplete spellcheck inert style viewBox d cx cy r rx ry x y x1 x2 y1 y2 points width height fill stroke
    stroke-width stroke-linecap stroke-linejoin focusable part slot popover`.split(/\s+/u),
  );
  const faults: string[] = [];
  const element = document.querySelector('ibid-ask');
  const root: ParentNode = element?.shadowRoot ?? document;
  const own =
    root instanceof ShadowRoot
      ? [...root.querySelectorAll('*')]
      : [...root.querySelectorAll('.ibid-launcher, .ibid-launcher *, .ibid-panel, .ibid-panel *')];
  const known = new Set(allowed);

  for (const one of own) {
    const { localName, namespaceURI } = one;
    const isDrawn = namespaceURI === 'http://www.w3.org/2000/svg';
    if (!TAGS.has(localName)) faults.push(`<${localName}>`);
    if (isDrawn && one.closest('svg.ibid-icon, svg.ibid-mark, .ibid-launcher svg') === null)
      faults.push(`<${localName}> drawn`);
    if (!isDrawn && namespaceURI !== 'http://www.w3.org/1999/xhtml') faults.push(`<${localName}> of ${namespaceURI}`);
    if (localName === 'input' && one.closest('.ibid-feedback') === null) faults.push('<input>');
    if (localName === 'mark' && !one.matches('.ibid-statements .ibid-lit')) faults.push('<mark>');
    if (localName === 'details' && !one.matches(':has(> summary.ibid-more)')) faults.push('<details>');
    if (localName === 'summary' && !one.matches('details > .ibid-more')) faults.push('<summary>');
    if (localName === 'form' && !one.matches('.ibid-composer, .ibid-feedback')) faults.push('<form>');
    for (const { name, value } of one.attributes) {
      if (!ATTRIBUTES.has(name) && !/^(?:aria|data)-/u.test(name)) faults.push(`${localName}[${name}]`);
      if (name === 'style' && /url|image|expression|@import|\\/iu.test(value)) faults.push(`style ${value}`);
      if (
        (name === 'id' || name === 'for' || name === 'name' || name === 'class') &&
        /[<>"'\s]*(?:evil|__hit)/u.test(value)
      )
        faults.push(`${localName}[${name}=${value}]`);
      if (name === 'href') faults.push(...faultsOfLink(one, value));
    }
  }

  function faultsOfLink(link: Element, value: string): readonly string[] {
    const { href } = link as HTMLAnchorElement;
    const { protocol, origin } = URL.canParse(href) ? new URL(href) : { protocol: '', origin: '' };
    if (!/^https?:$/u.test(protocol)) return [`href ${value}`];
    if (origin === location.origin) return [];
    const isApart = link.getAttribute('target') === '_blank' && link.getAttribute('rel') === 'noopener noreferrer';
    const [page = ''] = href.split('#');
    // Node writes a host that has an asterisk in another way.
    const isKnown = known.has(page) || known.has(page.replaceAll('%2A', '*'));
    return isKnown && isApart ? [] : [`href ${value}`];
  }

  // Nothing of it may get out into the page, where no frame of ours would hold it.
  const ACTIVE =
    'script,link:not([rel=canonical]),style,iframe,frame,img,base,object,embed,form,a,area,source,video,audio,meta[http-equiv]';
  for (const one of document.querySelectorAll(ACTIVE)) {
    if (element === null && one.closest('.ibid-panel, .ibid-launcher') !== null) continue;
    for (const { name, value } of one.attributes) {
      if (/evil\.example|__hit/u.test(value)) faults.push(`page ${one.localName}[${name}]`);
    }
  }
  const sheets = [...document.adoptedStyleSheets, ...(root instanceof ShadowRoot ? root.adoptedStyleSheets : [])];
  if (sheets.some((sheet) => [...sheet.cssRules].some(({ cssText }) => /evil\.example|__hit/u.test(cssText))))
    faults.push('style sheet');
  if (Object.keys(Object.prototype).length > 0 || Object.keys(Array.prototype).length > 0) faults.push('prototype');
  if (document.cookie !== '') faults.push(`cookie ${document.cookie}`);
  return [...new Set(faults)];
}
