const PARTS = `---
title: Parts of the rover
---

import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';

The rover is built of parts that can be changed one by one.

## Gripper

Two fingers hold what the rover picks up.
The **alder** gripper closes within \`40\` milliseconds when its [pressure *valve*](./motors.md) opens.
It opens again by a spring.

## Wheels

All wheels fit the same axle.

<Tabs>
<TabItem value="plastic" label="Plastic">

The birch wheel of plastic carries at most 20 kilograms.

</TabItem>
<TabItem value="magnesium" label="Magnesium">

The birch wheel of magnesium carries at most 90 kilograms.

</TabItem>
</Tabs>

## Battery

The battery is under the floor.

<details>
<summary>Care</summary>

Keep the battery dry. After a deep discharge the cedar battery must rest for six hours.

</details>

## Before a drive

- Walk around the rover.
  - Look at the tyres.
    - The hazel brake is sound when it clicks twice.
- Switch the lamp on.

## Limits

The ivy antenna bends by 30 degrees before it breaks.

## Limits

The juniper arm reaches 1.2 metres at most.
`;

const MOTORS = `# Motors

Motors are told apart by their colour.

## Torques

| Motor | Torque | Use |
| --- | --- | --- |
| Elm motor | 12 Nm | drives the wheels |
| Maple motor | 3 Nm | turns the mast |
| Spruce motor | 45 Nm | lifts the arm |
`;

const CAMERA = `# Camera

The camera looks ahead.

## Calibration

Calibrate the dogwood camera in Python with this program, while the board is in view:

\`\`\`python title="calibrate.py" showLineNumbers {2}
camera = open_camera("dogwood")
for pose in range(12):
    camera.show_board(pose)
camera.save("dogwood.yaml")
\`\`\`
`;

const SIZES = `# Größen im Überblick

Sizes are taken without load.

## Höhe des Mastes

The larch mast is 180 centimetres high.

## Breite

The rover is 96 centimetres wide.
`;

const INTRO = `# Rover handbook

This handbook tells how the rover is built, driven and mended. Begin with the [parts](./parts.mdx).

## Who it is for

It is for people who have never driven a rover before.
`;

const POST = `---
title: A new antenna
slug: new-antenna
---

The willow antenna was fitted in January and doubles the range of the radio.

{/* truncate */}

It weighs 300 grams.
`;

const FRENCH_INTRO = `# Manuel du rover

Ce manuel explique comment le rover est construit, conduit et réparé.

## La lampe

La lampe du tilleul éclaire jusqu'à 70 mètres devant le rover.
`;

/** Files by path below the folder of the site. */
export type SiteFiles = Readonly<Record<string, string>>;

const HOME = `# Welcome

The [handbook](/docs/intro) is all there is.
`;

export const DOCS: SiteFiles = {
  'src/pages/index.md': HOME,
  'docs/intro.md': INTRO,
  'docs/parts.mdx': PARTS,
  'docs/motors.md': MOTORS,
  'docs/camera.md': CAMERA,
  'docs/größen/überblick.md': SIZES,
};

/** Older version of the docs; one sentence differs from the current one. */
export const OLD_DOCS: SiteFiles = {
  'versions.json': '["1.0"]',
  'versioned_docs/version-1.0/intro.md': INTRO,
  'versioned_docs/version-1.0/parts.mdx': PARTS.replace('reaches 1.2 metres', 'reaches 0.8 metres'),
  'versioned_docs/version-1.0/motors.md': MOTORS,
};

export const BLOG: SiteFiles = { 'blog/2026-01-09-new-antenna.md': POST };

/** Only this page is translated; the others stay English. */
export const FRENCH: SiteFiles = { 'i18n/fr/docusaurus-plugin-content-docs/current/intro.md': FRENCH_INTRO };

/** Options of a generated Docusaurus site. */
export interface SiteShape {
  /** Name of the folder; sites with the same name and shape are built once. */
  readonly name: string;
  /** Path under which the site is served. @default '/' */
  readonly baseUrl?: string;
  /** Same option of Docusaurus. @default undefined */
  readonly trailingSlash?: boolean;
  /** The first one is the default; pages are in English, some of them also in French. @default en */
  readonly locales?: readonly string[];
  /** Adds an older version of the docs. @default false */
  readonly versions?: boolean;
  /** Adds a blog. @default false */
  readonly blog?: boolean;
  /** The owner's own `src/theme/Root`: one that stands alone, or one that wraps the theme's. @default none */
  readonly root?: 'plain' | 'wrapping';
  /** Runs `docusaurus swizzle … IbidPanel --eject`. @default false */
  readonly ejected?: boolean;
  /** Puts paths behind a `#`; no page is written as HTML. @default false */
  readonly hashRouter?: boolean;
  /** Compiles styles for browsers without logical properties and cascade layers too. @default false */
  readonly forOldBrowsers?: boolean;
  /** Includes the plugin. @default true */
  readonly plugin?: boolean;
}

/** A site below a base path, with the settings that change most addresses. */
export const BASED: SiteShape = {
  name: 'based',
  baseUrl: '/base/',
  trailingSlash: true,
  locales: ['en', 'fr'],
  versions: true,
  root: 'plain',
};
