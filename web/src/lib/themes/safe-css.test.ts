import { describe, expect, it } from 'vitest';
import { CSS_LIMIT, safeCss } from './safe-css';

describe('own CSS', () => {
  it.each([
    'h1 { color: var(--brand) }',
    '@media (min-width: 40rem) { .card { border-radius: 0 } }',
    'a::after { content: "}" }',
    'path { fill: url(#gradient) }',
    '/* } @import */ h2 { margin: 0 }',
    '',
  ])('takes %s', (css) => expect(safeCss(css).problems).toEqual([]));

  it('keeps it inside the application, without its comments', () => {
    expect(safeCss('h1 { margin: 0 } /* } */').css).toBe('#root {\nh1 { margin: 0 }  \n}');
    expect(safeCss('  ').css).toBe('');
  });

  it.each([
    ['@import "x.css";'],
    ['@IMPORT url(x)'],
    ['a { background: url(https://evil.example/p.png) }'],
    ['a { background: url( "//evil.example" ) }'],
    ['a { background: url(data:image/png;base64,AAAA) }'],
    ['a { background: url(/api/logout) }'],
    ['a { background: image-set("https://evil.example" 1x) }'],
    ['a { background: u\\72l(https://evil.example) }'],
    ['@font-face { font-family: x; src: url(x) }'],
    ['a { width: expression(alert(1)) }'],
    ['a { background: javascript:alert(1) }'],
    ['a { behavior: url(#x) }'],
    ['</style><script>alert(1)</script>'],
    ['} body { display: none'],
    ['a { color: red'],
    ['a { content: "/*" } } body { display: none } x { content: "*/" '],
    ['a { content: "unclosed }'],
    [`a{}${' '.repeat(CSS_LIMIT)}b{}`],
  ])('refuses %s', (css) => expect(safeCss(css).problems).not.toEqual([]));
});
