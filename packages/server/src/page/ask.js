import { answerView } from './answer-view.js';
import { element } from './dom.js';
import { askQuestion } from './native-client.js';

/** What the request may carry of the conversation. */
const TURNS_SENT = 6;
const TURN_SENT = 2000;

const app = document.getElementById('ibid-app');
const form = document.getElementById('ibid-form');
const input = document.getElementById('ibid-question');
const send = document.getElementById('ibid-send');
const stop = document.getElementById('ibid-stop');
const status = document.getElementById('ibid-status');
const thread = document.getElementById('ibid-thread');

const history = [];
let running;
let count = 0;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask(input.value);
});
input.addEventListener('input', grow);
input.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void ask(input.value);
});
stop.addEventListener('click', () => running?.abort());
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && running !== undefined) running.abort();
  if (event.key === '/' && document.activeElement === document.body) {
    event.preventDefault();
    input.focus();
  }
});
window.addEventListener('pagehide', () => running?.abort());
thread.addEventListener('click', (event) => {
  const reference = event.target.closest('a.reference');
  if (reference === null) return;
  event.preventDefault();
  const note = document.getElementById(reference.hash.slice(1));
  note.scrollIntoView({ block: 'center', behavior: calm() ? 'auto' : 'smooth' });
  note.focus({ preventScroll: true });
});

void showIndex();
const asked = new URLSearchParams(location.search).get('q');
if (asked !== null && asked.trim() !== '') {
  input.value = asked;
  grow();
  void ask(asked);
} else if (matchMedia('(hover: hover)').matches) {
  // On touch screens focus would bring up the keyboard over the page.
  input.focus();
}

async function ask(value) {
  const question = value.trim();
  if (question === '' || running !== undefined) return;
  running = new AbortController();
  count += 1;
  const view = answerView(`ibid-${count}`, question);
  thread.prepend(view.root);
  document.getElementById('ibid-hint').hidden = true;
  setBusy(true);
  announce('Answering…');
  window.history.replaceState(null, '', `?q=${encodeURIComponent(question)}`);
  await askQuestion(
    { query: question, history: history.slice(-TURNS_SENT) },
    (event) => show(view, question, event),
    running.signal,
  );
  running = undefined;
  setBusy(false);
}

function show(view, question, event) {
  switch (event.type) {
    case 'excerpt-start':
      view.addExcerpt(event.data);
      break;
    case 'citation-verified':
      view.addCitation(event.data);
      break;
    case 'statement-verified':
      view.addStatement(event.data);
      break;
    case 'run-end':
      view.complete(event.data);
      remember(question, event.data.answer || event.data.message);
      announce(`${view.text()} ${event.data.message}`.trim());
      input.value = '';
      grow();
      break;
    case 'stopped':
      view.finish('stopped', 'Stopped.', retry(question, 'Ask again'));
      announce('Stopped.');
      break;
    case 'failed':
      view.finish(event.state, event.message, retry(question, 'Try again'));
      break;
  }
}

function remember(question, answer) {
  history.push(
    { role: 'reader', text: question },
    { role: 'assistant', text: answer.slice(0, TURN_SENT).toWellFormed() },
  );
}

function retry(question, label) {
  const button = element('button', { type: 'button', class: 'retry' }, label);
  button.addEventListener('click', () => {
    if (running !== undefined) return;
    button.closest('.exchange').remove();
    void ask(question);
  });
  return button;
}

function setBusy(busy) {
  app.dataset.state = busy ? 'busy' : 'idle';
  const leaving = busy ? send : stop;
  const focused = document.activeElement === leaving;
  send.hidden = busy;
  stop.hidden = !busy;
  if (focused) (busy ? stop : input).focus();
}

function announce(text) {
  status.textContent = text;
}

function grow() {
  input.rows = 1;
  const lines = Math.round((input.scrollHeight - 28) / 26);
  input.rows = Math.max(1, Math.min(8, lines));
}

function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Says what is indexed, or what is wrong, before the first question. */
async function showIndex() {
  const colophon = document.getElementById('ibid-colophon');
  try {
    const response = await fetch('/ready', { credentials: 'omit' });
    const ready = await response.json();
    if (typeof ready.title === 'string' && ready.title !== '') {
      document.title = `Ask ${ready.title} · Ibid`;
      document.getElementById('ibid-tagline').textContent = `Answers from ${ready.title}, every sentence proved.`;
    }
    colophon.textContent =
      ready.status === 'ready'
        ? `${ready.pages} ${ready.pages === 1 ? 'page' : 'pages'}, ${ready.chunks} passages, indexed ${new Date(ready.published_at).toLocaleString()}`
        : ready.message;
  } catch {
    colophon.textContent = 'The server cannot be reached.';
  }
  colophon.hidden = false;
}
