import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { LoopFigure } from './loop-figure';
import styles from './home.module.css';

/** Title, the two ways in, and three questions to begin with. */
export function Hero(): ReactNode {
  const questions = [
    translate({ id: 'home.question.capture', message: 'What is the capture point?' }),
    translate({
      id: 'home.question.qos',
      message: 'Why do my subscribers get no messages although the topic exists?',
    }),
    translate({ id: 'home.question.kalman', message: 'How does a Kalman filter weigh a measurement?' }),
  ];
  return (
    <header className={styles.hero}>
      <div className={styles.heroInner}>
        <div>
          <p className={styles.kicker}>
            <Translate id="home.kicker">An open textbook</Translate>
          </p>
          <h1 className={styles.title}>
            <Translate id="home.heading">Physical AI & Humanoid Robotics</Translate>
          </h1>
          <p className={styles.lead}>
            <Translate id="home.lead">
              How software perceives, decides and moves in the physical world. From one control loop to a humanoid that
              walks, is trained in simulation, and stops safely when something goes wrong.
            </Translate>
          </p>
          <div className={styles.actions}>
            <Link className="button button--primary button--lg" to="/docs">
              <Translate id="home.read">Start reading</Translate>
            </Link>
            <button type="button" className="button button--outline button--primary button--lg" data-ibid-open="">
              <Translate id="home.ask">Ask the book</Translate>
            </button>
          </div>
        </div>
        <LoopFigure />
        <div className={styles.questions}>
          <h2 className={styles.questionsTitle}>
            <Translate id="home.questions">Ask, and see the sentence that proves the answer</Translate>
          </h2>
          <ul className={styles.questionList}>
            {questions.map((question) => (
              <li key={question}>
                <button type="button" className={styles.question} data-ibid-open={question} data-ibid-ask>
                  {question}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </header>
  );
}
