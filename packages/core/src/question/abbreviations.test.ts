import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { otherwiseWritten } from './abbreviations.ts';

const CSP = 'A Content Security Policy (CSP) tells a browser what to load.';

test.each([
  ['How do I set a CSP?', CSP, 'How do I set a Content Security Policy?'],
  ['how do i set a csp', CSP, 'how do i set a Content Security Policy'],
  ['How do I set a content-security policy?', CSP, 'How do I set a CSP?'],
  ['What is RBAC?', 'Use RBAC (role-based access control) here.', 'What is role-based access control?'],
  ['which QoS is set', 'Quality of Service (QoS) is a class.', 'which Quality of Service is set'],
  ['what is a CRD', 'A CustomResourceDefinition (CRD) is one.', 'what is a CustomResourceDefinition'],
  ['What is ML?', 'It is the Mean of Lengths (ML).', 'What is Mean of Lengths?'],
  ['How do I set a CSP?', 'There is a policy for content (CSP).', undefined],
  ['What is a CSP, a Content Security Policy?', CSP, undefined],
  ['What is a CSPRNG?', CSP, undefined],
  ['What is an SPA?', "Sam's Park [and] Aisle (SPA) is open.", "What is an Sam's Park [and] Aisle?"],
])('“%s” over “%s”: %s', (question, text, expected) => {
  expect(otherwiseWritten(question, [text])).toBe(expected);
});

test('whatever is read and asked, the question stays one', () => {
  const inside = string({ unit: 'grapheme', maxLength: 20 });
  assert(
    property(inside, inside, (words, question) => {
      expect(typeof (otherwiseWritten(`${question} AB`, [`A${words} b${words} (AB)`, `AB (A${words} b)`]) ?? '')).toBe(
        'string',
      );
    }),
  );
});
