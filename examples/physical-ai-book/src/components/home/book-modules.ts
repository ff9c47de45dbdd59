import { translate } from '@docusaurus/Translate';

export interface BookModule {
  /** What stands before the title: the module's number, or a sign for the reference part. */
  readonly number: string;
  readonly title: string;
  readonly text: string;
  /** Route of its first page. */
  readonly to: string;
}

/** The modules in reading order, in the language of the page. */
export function bookModules(): readonly BookModule[] {
  return [
    {
      number: '1',
      title: translate({ id: 'home.module.1.title', message: 'Foundations' }),
      text: translate({
        id: 'home.module.1.text',
        message: 'What physical AI is, and how a control loop spends its time.',
      }),
      to: '/docs/foundations/what-is-physical-ai',
    },
    {
      number: '2',
      title: translate({ id: 'home.module.2.title', message: 'Robot software with ROS 2' }),
      text: translate({
        id: 'home.module.2.text',
        message: 'Nodes, topics, services, actions, parameters and launch files.',
      }),
      to: '/docs/robot-software/nodes-and-topics',
    },
    {
      number: '3',
      title: translate({ id: 'home.module.3.title', message: 'Simulation and autonomy' }),
      text: translate({
        id: 'home.module.3.text',
        message: 'Physics engines, URDF, simulated sensors, localisation and planning.',
      }),
      to: '/docs/simulation-and-autonomy/physics-engines',
    },
    {
      number: '4',
      title: translate({ id: 'home.module.4.title', message: 'Learning and humanoids' }),
      text: translate({
        id: 'home.module.4.text',
        message: 'Learned policies, balance and gait, and what makes a robot safe.',
      }),
      to: '/docs/learning-and-humanoids/robot-learning',
    },
    {
      number: '5',
      title: translate({ id: 'home.module.5.title', message: 'Perception' }),
      text: translate({
        id: 'home.module.5.text',
        message: 'Cameras, point clouds, object detection and state estimation.',
      }),
      to: '/docs/perception/cameras-and-calibration',
    },
    {
      number: '6',
      title: translate({ id: 'home.module.6.title', message: 'Kinematics and control' }),
      text: translate({
        id: 'home.module.6.text',
        message: 'Frames, Jacobians, dynamics, and controllers from PID to MPC.',
      }),
      to: '/docs/kinematics-and-control/forward-kinematics',
    },
    {
      number: '7',
      title: translate({ id: 'home.module.7.title', message: 'Navigation with Nav2' }),
      text: translate({
        id: 'home.module.7.text',
        message: 'Costmaps, behaviour trees, recovery, and tuning that can be measured.',
      }),
      to: '/docs/navigation/costmaps-and-planners',
    },
    {
      number: '8',
      title: translate({ id: 'home.module.8.title', message: 'Vision-language-action models' }),
      text: translate({
        id: 'home.module.8.text',
        message: 'Action tokens and chunks, data, honest evaluation, and limits.',
      }),
      to: '/docs/vision-language-action/vla-models',
    },
    {
      number: '?',
      title: translate({ id: 'home.module.reference.title', message: 'Reference' }),
      text: translate({
        id: 'home.module.reference.text',
        message: 'Error messages with their fix, a glossary, and short answers.',
      }),
      to: '/docs/reference/troubleshooting',
    },
  ];
}
