import { parse } from 'svelte/compiler';
import ts from 'typescript';

/** How one file names another. `url` is `new URL(…, import.meta.url)`: how workers are started. */
export type ImportKind = 'value' | 'type' | 'dynamic' | 'url';

/** One place where a file names another. `to` is undefined where the name is computed, so that nobody can tell. */
export interface Import {
  to: string | undefined;
  kind: ImportKind;
  line: number;
  names: readonly string[];
}

export interface Spot {
  line: number;
  what: string;
}

/** What the walls need to know of one source file. */
export interface Scan {
  imports: Import[];
  /** `any`, wherever a type may stand. */
  anys: Spot[];
  /** `throw new Error`, and a promise rejected with one. */
  bareErrors: Spot[];
  /** Exported names without a doc comment. */
  undocumented: Spot[];
  /** `export * from`, and a file that does nothing but re-export. */
  barrels: Spot[];
}

/** Reads the source of one file; `path` tells a component from a module. */
export function scan(path: string, text: string): Scan {
  const result: Scan = { imports: [], anys: [], bareErrors: [], undocumented: [], barrels: [] };
  const code = path.endsWith('.svelte') ? scriptsOf(text, result) : text;
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS);
  visit(source, source, result);
  documented(source, result);
  barrel(source, result);
  return result;
}

/** The scripts of a component with all else blanked, so that lines keep their numbers. Imports in the markup are noted at once. */
function scriptsOf(text: string, result: Scan): string {
  const root = parse(text, { modern: true });
  markup(root.fragment, text, result);
  const blank = text.replace(/[^\n]/g, ' ');
  const scripts = [root.module, root.instance].flatMap((script) => script ?? []);
  return scripts
    .map(({ content }) => content as unknown as { start: number; end: number })
    .reduce((code, { start, end }) => code.slice(0, start) + text.slice(start, end) + code.slice(end), blank);
}

/** Walks the markup's tree for `{#await import(…)}` and its like. */
function markup(node: unknown, text: string, result: Scan): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) return node.forEach((child) => markup(child, text, result));
  const { type, start, source } = node as { type?: string; start?: number; source?: { value?: unknown } };
  if (type === 'ImportExpression') {
    const to = typeof source?.value === 'string' ? source.value : undefined;
    const line = text.slice(0, start).split('\n').length;
    result.imports.push({ to, kind: 'dynamic', line, names: [] });
  }
  for (const child of Object.values(node)) markup(child, text, result);
}

function visit(node: ts.Node, source: ts.SourceFile, result: Scan): void {
  const line = () => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const add = (to: ts.Node | undefined, kind: ImportKind, names: readonly string[] = []) =>
    result.imports.push({
      to: to && ts.isStringLiteralLike(to) ? to.text : undefined,
      kind,
      line: line(),
      names,
    });

  if (ts.isImportDeclaration(node)) {
    const clause = node.importClause;
    // `import { type A } from` still loads the module: only `import type` is erased whole.
    const typeOnly = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    add(node.moduleSpecifier, typeOnly ? 'type' : 'value', importedNames(clause));
  } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'value');
    if (!node.exportClause) result.barrels.push({ line: line(), what: 'export *' });
  } else if (ts.isImportTypeNode(node)) {
    add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, 'type');
  } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    add(node.arguments[0], 'dynamic');
  } else if (ts.isNewExpression(node) && isModuleUrl(node)) {
    add(node.arguments?.[0], 'url');
  } else if (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'glob' &&
    isImportMeta(node.expression)
  ) {
    add(undefined, 'dynamic');
  } else if (node.kind === ts.SyntaxKind.AnyKeyword) {
    result.anys.push({ line: line(), what: 'any' });
  } else if (ts.isThrowStatement(node) && makesError(node.expression)) {
    result.bareErrors.push({ line: line(), what: 'throw new Error' });
  } else if (ts.isCallExpression(node) && isPromiseReject(node) && makesError(node.arguments[0])) {
    result.bareErrors.push({ line: line(), what: 'Promise.reject(new Error)' });
  }
  ts.forEachChild(node, (child) => visit(child, source, result));
}

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map((element) => (element.propertyName ?? element.name).text);
}

function isImportMeta(node: ts.Node): boolean {
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword;
}

function isModuleUrl({ expression, arguments: given }: ts.NewExpression): boolean {
  const base = given?.[1];
  if (!ts.isIdentifier(expression) || expression.text !== 'URL' || !base) return false;
  return ts.isPropertyAccessExpression(base) && base.name.text === 'url' && isImportMeta(base.expression);
}

function makesError(node: ts.Node | undefined): boolean {
  if (!node || !(ts.isNewExpression(node) || ts.isCallExpression(node))) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'Error';
}

function isPromiseReject({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.getText() === 'Promise.reject';
}

function isExported(node: ts.Node): boolean {
  return ts.canHaveModifiers(node) && !!node.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as { name?: ts.Node };
  return [name?.getText() ?? 'default'];
}

function hasDoc(node: ts.Node): boolean {
  return ts
    .getJSDocCommentsAndTags(node)
    .some((doc) => ts.isJSDoc(doc) && ((doc.comment?.length ?? 0) > 0 || (doc.tags?.length ?? 0) > 0));
}

function documented(source: ts.SourceFile, result: Scan): void {
  // One comment serves all overloads, and a name exported by a list is documented where it is declared.
  const withDoc = new Set(source.statements.filter(hasDoc).flatMap(declaredNames));
  const missing = (node: ts.Node, what: string) => {
    if (withDoc.has(what)) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    result.undocumented.push({ line, what });
  };
  for (const statement of source.statements) {
    if (hasDoc(statement)) continue;
    if (ts.isExportDeclaration(statement)) {
      if (statement.moduleSpecifier || !statement.exportClause || !ts.isNamedExports(statement.exportClause))
        continue;
      for (const { name, propertyName } of statement.exportClause.elements) {
        missing(statement, (propertyName ?? name).text);
      }
    } else if (ts.isExportAssignment(statement)) {
      missing(statement, 'default');
    } else if (isExported(statement)) {
      for (const name of declaredNames(statement)) missing(statement, name);
    }
  }
}

function barrel(source: ts.SourceFile, result: Scan): void {
  const { statements } = source;
  const reExports = (statement: ts.Statement) =>
    ts.isExportDeclaration(statement) && !!statement.moduleSpecifier;
  if (statements.length > 0 && statements.every(reExports))
    result.barrels.push({ line: 1, what: 'only re-exports' });
}
