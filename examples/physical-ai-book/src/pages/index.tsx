import Link from '@docusaurus/Link';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';

export default function Home(): ReactNode {
  return (
    <Layout>
      <main className="container margin-vert--xl">
        <h1>Physical AI & Humanoid Robotics</h1>
        <Link className="button button--primary button--lg" to="/docs">
          Start reading
        </Link>
      </main>
    </Layout>
  );
}
