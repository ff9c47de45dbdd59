// As Docusaurus does: tabs keep their state outside of the page, details are opened by a handler of their own.
for (const set of document.querySelectorAll('.theme-tabs-container')) {
  const own = (selector) =>
    [...set.querySelectorAll(selector)].filter((e) => e.parentElement.closest('.theme-tabs-container') === set);
  const tabs = own('[role=tab]');
  const panels = own('[role=tabpanel]');
  tabs.forEach((tab, at) =>
    tab.addEventListener('click', () =>
      setTimeout(
        () =>
          panels.forEach((panel, other) => {
            panel.hidden = other !== at;
            tabs[other].setAttribute('aria-selected', String(other === at));
            if (other === at && panel.dataset.redraw !== undefined)
              panel.replaceChildren(...[...panel.children].map((e) => e.cloneNode(true)));
          }),
        30,
      ),
    ),
  );
}
for (const details of document.querySelectorAll('details[data-collapsed]')) {
  details.querySelector('summary').addEventListener('click', (event) => {
    event.preventDefault();
    details.dataset.collapsed = String(details.dataset.collapsed !== 'true');
    details.open = details.dataset.collapsed === 'false';
    document.documentElement.dataset.handled = 'true';
  });
}
