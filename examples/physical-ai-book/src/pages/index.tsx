import { translate } from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';
import { Hero } from '../components/home/hero';
import { ModuleGrid } from '../components/home/module-grid';
import { Promises } from '../components/home/promises';

export default function Home(): ReactNode {
  return (
    <Layout
      title={translate({ id: 'home.title', message: 'An open textbook' })}
      description={translate({
        id: 'home.description',
        message:
          'An open textbook on robots that perceive, decide and move: ROS 2, simulation, perception, control, navigation, learning and safety.',
      })}
    >
      <main>
        <Hero />
        <ModuleGrid />
        <Promises />
      </main>
    </Layout>
  );
}
