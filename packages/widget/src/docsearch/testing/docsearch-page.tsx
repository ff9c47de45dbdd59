/** Runs in the page: DocSearch as on a site, with the server of this page. */
import { DocSearch } from '@docsearch/react';
import { createRoot } from 'react-dom/client';
import { docsearchClient } from '../docsearch-client.ts';

const client = docsearchClient({ server: '', scope: { locale: 'en' } });

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <DocSearch appId="ibid" apiKey="ibid" indices={['docs', 'more']} transformSearchClient={() => client} />,
);
