import type { Carrier } from './scene.ts';

/** Pages of a small handbook, with material for lies: numbers, negations, names, conditions, code and tables. */
export const OWN_CARRIERS: readonly Carrier[] = [
  {
    id: 'pump',
    question: 'How often does the pump need oil?',
    text: `The pump needs oil every 90 days. It must not run dry for more than 30 seconds. Before service the valve is closed and the motor is switched off.

Use oil of grade 46 only. Other grades may damage the seal. The warranty does not cover damage by wrong oil.`,
  },
  {
    id: 'driver',
    question: 'How is the driver installed?',
    text: `The driver runs on Ubuntu 24.04 because it needs kernel 6.8. Never install it beside an older version.

Refresh the lists, then install the package:

\`\`\`bash
sudo apt update
sudo apt install arm-driver
\`\`\`

The service listens on port 7420. A restart is required after each change of \`/etc/arm/config.yaml\`.`,
  },
  {
    id: 'joints',
    question: 'What is the range of the elbow joint?',
    text: `Each joint carries a torque sensor that reports at 500 Hz. The shoulder is stronger than the elbow.

| joint | range | top speed |
| --- | --- | --- |
| shoulder | 170 degrees | 90 deg/s |
| elbow | 140 degrees | 120 deg/s |
| wrist | 350 degrees | 180 deg/s |

Do not lift more than 12 kilograms unless the brake is engaged.`,
  },
  {
    id: 'topics',
    question: 'What is the difference between a topic and a service?',
    text: `A topic is a stream of messages that any number of nodes can read. A service is a request that exactly one node answers.

- Use a topic for sensor data.
- Use a service when the caller needs a reply.
- Without a reply within 5 seconds the caller gives up.`,
  },
  {
    id: 'history',
    question: 'Who wrote the first controller?',
    text: `The project started in 2014 at a workshop in Lisbon. Dr. Ana Ferreira wrote the first controller, and Jonas Weber tested it. Version 2.0 appeared in March 2019.

Some readers still use version 1, which is no longer supported. See https://docs.example.org/archive for its pages.`,
  },
  {
    id: 'stop',
    question: 'What does the emergency stop do?',
    text: `Pressing the red button opens the circuit of the brakes and stops all joints within 50 milliseconds. It is never safe to disable the emergency stop.

The controller waits 45 seconds before it cuts the power of the motors. Contact safety@docs.example.org after each stop.`,
  },
];
