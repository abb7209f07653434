/** Example inputs for actions whose input has no form fields. */
const EXAMPLES: Record<string, unknown> = {
  'execution plan': {
    planId: 'example',
    requests: [
      {
        id: 'title',
        action: { kind: 'add_title', site: 'site', path: 'index.html', title: 'Roof repair in Austin' },
        reason: 'The title does not name the place.',
      },
      {
        id: 'questions',
        action: {
          kind: 'create_page',
          site: 'site',
          path: 'questions.html',
          content: '<html><head><title>Questions</title></head><body><h1>Questions</h1></body></html>',
        },
      },
      {
        id: 'link',
        action: {
          kind: 'add_internal_link',
          site: 'site',
          path: 'index.html',
          target: '/questions.html',
          anchor: 'Questions',
        },
        dependsOn: ['questions'],
      },
    ],
    sites: {
      site: {
        baseUrl: 'https://site.example',
        files: { 'index.html': '<html><head><title>Home</title></head><body><h1>Roofs</h1></body></html>' },
      },
    },
  },
  'execution verify': { checks: [{ name: 'httpStatus', expected: 200 }], observed: { httpStatus: 200 } },
};

/** Example of an action's input; undefined for actions with fields. */
export function exampleInput(engineId: string, action: string): unknown {
  return EXAMPLES[`${engineId} ${action}`];
}
