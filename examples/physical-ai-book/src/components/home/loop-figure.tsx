import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import styles from './home.module.css';

/** A two-link arm inside the loop that the whole book is about. */
export function LoopFigure(): ReactNode {
  const label = translate({
    id: 'home.figure.label',
    message: 'A two-link robot arm inside a loop of sensing, estimating, planning and acting',
  });
  return (
    <svg className={styles.figure} viewBox="0 0 420 320" role="img" aria-label={label} direction="ltr">
      <g className={styles.figureLoop} fill="none">
        <path d="M110 60h200a50 50 0 0 1 50 50v100a50 50 0 0 1-50 50H110a50 50 0 0 1-50-50V110a50 50 0 0 1 50-50Z" />
        <path d="m236 53 9 7-9 7M353 176l7 9 7-9M184 253l-9 7 9 7M53 144l7-9 7 9" />
      </g>
      <g className={styles.figureArm} fill="none">
        <path d="M180 216v-52l64-42" />
        <path d="M150 218h60" />
        <path d="m251 124 18 10m-24-22 21-3" />
      </g>
      <g className={styles.figureJoint}>
        <circle cx="180" cy="164" r="11" />
        <circle cx="245" cy="121" r="8" />
      </g>
      <g className={styles.figureArc} fill="none">
        <path d="M180 132a32 32 0 0 1 27 14" />
        <path d="M180 132v-12" />
      </g>
      <g className={styles.figureText} textAnchor="middle">
        <g transform="translate(110 60)">
          <rect x="-46" y="-17" width="92" height="34" rx="17" />
          <text y="5.5">{translate({ id: 'home.figure.sense', message: 'sense' })}</text>
        </g>
        <g transform="translate(310 60)">
          <rect x="-52" y="-17" width="104" height="34" rx="17" />
          <text y="5.5">{translate({ id: 'home.figure.estimate', message: 'estimate' })}</text>
        </g>
        <g transform="translate(310 260)">
          <rect x="-46" y="-17" width="92" height="34" rx="17" />
          <text y="5.5">{translate({ id: 'home.figure.plan', message: 'plan' })}</text>
        </g>
        <g transform="translate(110 260)">
          <rect x="-46" y="-17" width="92" height="34" rx="17" />
          <text y="5.5">{translate({ id: 'home.figure.act', message: 'act' })}</text>
        </g>
      </g>
    </svg>
  );
}
