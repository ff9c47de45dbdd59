/** A place of the generated site that a question is answered from. */
export interface QuotedPlace {
  /** What stands out about the place. */
  readonly name: string;
  readonly question: string;
  /** What the page says, as it is lit up; white space counts for nothing. */
  readonly words: string;
  /** Number of the footnote that leads there. @default 1 */
  readonly footnote?: number;
  /** Route below the base path, without a slash at its end. */
  readonly route: string;
  readonly anchor: string;
}

const PARTS = 'docs/parts';

export const QUOTED_PLACES: readonly QuotedPlace[] = [
  {
    name: 'a paragraph over inline elements',
    question: 'When does the alder gripper close?',
    words: 'The alder gripper closes within 40 milliseconds when its pressure valve opens.',
    route: PARTS,
    anchor: 'gripper',
  },
  {
    name: 'a tab that is not shown',
    question: 'How much does the birch wheel of magnesium carry?',
    words: 'The birch wheel of magnesium carries at most 90 kilograms.',
    footnote: 2,
    route: PARTS,
    anchor: 'wheels',
  },
  {
    name: 'closed details',
    question: 'How long must the cedar battery rest after a deep discharge?',
    words: 'After a deep discharge the cedar battery must rest for six hours.',
    route: PARTS,
    anchor: 'battery',
  },
  {
    name: 'an admonition',
    question: 'Why must nobody lift the fir chassis by its mast?',
    words: 'Never lift the fir chassis by its mast, because the mast is only glued.',
    route: PARTS,
    anchor: 'chassis',
  },
  {
    name: 'a nested list',
    question: 'When is the hazel brake sound?',
    words: 'The hazel brake is sound when it clicks twice.',
    route: PARTS,
    anchor: 'before-a-drive',
  },
  {
    name: 'a heading that stands twice on the page',
    question: 'How far does the juniper arm reach?',
    words: 'The juniper arm reaches 1.2 metres at most.',
    route: PARTS,
    anchor: 'limits-1',
  },
  {
    name: 'a row of a table',
    question: 'What is the torque of the elm motor?',
    words: 'Elm motor 12 Nm drives the wheels',
    footnote: 2,
    route: 'docs/motors',
    anchor: 'torques',
  },
  {
    name: 'code with line numbers and a marked line',
    question: 'How do I calibrate the dogwood camera in Python?',
    words: 'camera = open_camera("dogwood") for pose in range(12): camera.show_board(pose) camera.save("dogwood.yaml")',
    footnote: 2,
    route: 'docs/camera',
    anchor: 'calibration',
  },
  {
    name: 'a page and a heading with letters beyond ASCII',
    question: 'How high is the larch mast?',
    words: 'The larch mast is 180 centimetres high.',
    route: 'docs/größen/überblick',
    anchor: 'höhe-des-mastes',
  },
];
