/** The one script of any site: `<script type="module" src="https://ask.example.org/widget/ibid-ask.js"></script>`. Does nothing on a server. */
import { appendFromScript } from './append-from-script.ts';
import { defineElement } from './define-element.ts';

if (typeof customElements !== 'undefined') {
  defineElement();
  appendFromScript(import.meta.url);
}
