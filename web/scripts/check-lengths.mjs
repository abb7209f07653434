// Fails where a React component is longer than 80 lines or another function is longer than 60.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Maximum number of lines of a component, from its first to its last. */
export const COMPONENT_LINES = 80;
/** Maximum number of lines of every other function. */
export const FUNCTION_LINES = 60;

/** Returns the name under which the code knows a function. */
function nameOf(node) {
  if (node.name) return node.name.getText();
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed ? parent.name.getText() : undefined;
}

function returnsMarkup(node) {
  let found = false;
  const visit = (child) => {
    if (found) return;
    if (ts.isJsxElement(child) || ts.isJsxSelfClosingElement(child) || ts.isJsxFragment(child)) found = true;
    else ts.forEachChild(child, visit);
  };
  visit(node.body);
  return found;
}

/** Functions of a file that are longer than their limit. */
export function longFunctions(file, source) {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const lineAt = (position) => parsed.getLineAndCharacterOfPosition(position).line + 1;
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const name = nameOf(node) ?? 'anonymous function';
      const line = lineAt(node.getStart(parsed));
      const lines = lineAt(node.getEnd()) - line + 1;
      const isComponent = /^[A-Z]/.test(name) && returnsMarkup(node);
      const limit = isComponent ? COMPONENT_LINES : FUNCTION_LINES;
      if (lines > limit) found.push({ line, name, lines, limit });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

function sources(root) {
  const names = readdirSync(root, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  return names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.gen\.ts$/.test(name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../src', import.meta.url));
  const wrong = sources(root).flatMap((file) =>
    longFunctions(file, readFileSync(join(root, file), 'utf8')).map((each) => ({ file, ...each })),
  );
  for (const { file, line, name, lines, limit } of wrong) {
    console.error(`src/${file}:${line}: ${name} has ${lines} lines; at most ${limit}`);
  }
  process.exit(wrong.length > 0 ? 1 : 0);
}
