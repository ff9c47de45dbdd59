import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import styles from './home.module.css';
import { bookModules } from './book-modules';

/** One card for each module, in reading order. */
export function ModuleGrid(): ReactNode {
  return (
    <section className={styles.section} aria-labelledby="modules">
      <h2 id="modules" className={styles.sectionTitle}>
        <Translate id="home.modules">What the book holds</Translate>
      </h2>
      <p className={styles.sectionLead}>
        <Translate id="home.modules.lead">
          The chapters build on each other, but each one names what it needs. Start where your question is.
        </Translate>
      </p>
      <ol className={styles.grid}>
        {bookModules().map(({ number, title, text, to }) => (
          <li key={to} className={styles.card} data-number={number}>
            <h3 className={styles.cardTitle}>
              <Link to={to}>{title}</Link>
            </h3>
            <p className={styles.cardText}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
