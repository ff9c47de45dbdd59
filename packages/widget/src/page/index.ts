export { adoptStyle } from './adopt-style.ts';
export { createSiteMap, type SiteMap, type SiteMapOptions } from './create-site-map.ts';
export { keepReveal, takeReveal, type KeptReveal } from './keep-reveal.ts';
export { land, relight, type Landing, type LandOptions } from './land.ts';
export { hashOf } from './page-address.ts';
