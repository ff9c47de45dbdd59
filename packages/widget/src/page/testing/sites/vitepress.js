window.addEventListener('click', ({ target }) => {
  if (!target.matches('.vp-code-group input')) return;
  const group = target.closest('.vp-code-group');
  const at = [...group.querySelectorAll('input')].indexOf(target);
  [...group.querySelectorAll('.blocks > div')].forEach((block, other) =>
    block.classList.toggle('active', other === at),
  );
});
