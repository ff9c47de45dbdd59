import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { launchChromium } from '../../scripts/chromium.ts';
const ROOT='/tmp/b2-build';
const T:Record<string,string>={'.html':'text/html','.js':'text/javascript','.css':'text/css','.svg':'image/svg+xml','.woff2':'font/woff2','.json':'application/json'};
const server=createServer(async(q,r)=>{let p=decodeURIComponent(new URL(q.url!,'http://x').pathname);if(p.endsWith('/'))p+='index.html';if(extname(p)==='')p+='/index.html';try{const b=await readFile(join(ROOT,p));r.writeHead(200,{'content-type':T[extname(p)]??'application/octet-stream'});r.end(b)}catch{r.writeHead(404);r.end()}});
await new Promise<void>(d=>server.listen(0,'127.0.0.1',d));
const port=(server.address() as any).port;
const browser=await launchChromium();
for(const shot of process.argv.slice(2)){const [name,path,theme='light',width='1280',full='']=shot.split(',');
 const c=await browser.newContext({viewport:{width:+width!,height:+width!<500?812:900},colorScheme:theme as any});const p=await c.newPage();
 p.on('requestfailed',q=>console.log('FAILED',q.url()));p.on('request',q=>{if(!q.url().startsWith(`http://127.0.0.1:${port}`)&&!q.url().startsWith('data:'))console.log('FOREIGN',q.url())});p.on('pageerror',e=>console.log('ERR',e.message));
 await p.goto(`http://127.0.0.1:${port}${path}`,{waitUntil:'load'});await p.waitForTimeout(1200);if(process.env.SCROLL)await p.evaluate(y=>scrollTo(0,y),+process.env.SCROLL);await p.waitForTimeout(300);
 const over=await p.evaluate(()=>document.documentElement.scrollWidth-document.documentElement.clientWidth);if(over>0)console.log(name,'overflow',over);
 await p.screenshot({path:`/tmp/b2-shots/${name}.png`,fullPage:full==='full'});await c.close();}
await browser.close();server.close();
