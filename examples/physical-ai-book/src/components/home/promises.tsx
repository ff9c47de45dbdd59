import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import styles from './home.module.css';

/** What a reader may expect, and what not. */
export function Promises(): ReactNode {
  return (
    <section className={styles.band} aria-labelledby="promises">
      <div className={styles.section}>
        <h2 id="promises" className={styles.sectionTitle}>
          <Translate id="home.promises">How it is written</Translate>
        </h2>
        <dl className={styles.promises}>
          <div>
            <dt>
              <Translate id="home.promise.robot.title">No robot needed</Translate>
            </dt>
            <dd>
              <Translate id="home.promise.robot.text">
                The exercises run on an ordinary computer. Each one has a solution that you can unfold.
              </Translate>
            </dd>
          </div>
          <div>
            <dt>
              <Translate id="home.promise.code.title">Code to run</Translate>
            </dt>
            <dd>
              <Translate id="home.promise.code.text">
                Short programs in Python and C++ that show one idea each, with the result they print.
              </Translate>
            </dd>
          </div>
          <div>
            <dt>
              <Translate id="home.promise.honest.title">Limits are named</Translate>
            </dt>
            <dd>
              <Translate id="home.promise.honest.text">
                Typical values are marked as typical. The safety chapters explain concepts and replace no risk
                assessment.
              </Translate>
            </dd>
          </div>
          <div>
            <dt>
              <Translate id="home.promise.open.title">Open and in two languages</Translate>
            </dt>
            <dd>
              <Translate id="home.promise.open.text">
                Original text and code under the MIT licence, in English, with the first chapters in Urdu.
              </Translate>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
