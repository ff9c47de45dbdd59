for (const tab of document.querySelectorAll('[role=tab]')) {
  tab.addEventListener('click', (event) => {
    event.preventDefault();
    for (const other of document.querySelectorAll('[role=tab]')) {
      other.setAttribute('aria-selected', String(other === tab));
      document.querySelector(other.hash).hidden = other !== tab;
    }
  });
}
document.querySelector('[aria-controls]').addEventListener('click', ({ target }) => {
  target.setAttribute('aria-expanded', 'true');
  document.getElementById('more').removeAttribute('style-hidden');
});
