import { arrayText, objectText, stringLiteral } from '../../../engine/base/json/write.ts';

/** A field whose value is a text, or several. */
export interface TextField {
  readonly name: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly required: boolean;
  readonly several?: boolean;
}

/** The JSON Schema, as text, of an object of texts: what prompts and templates take. */
export function textSchema(fields: readonly TextField[]): string {
  const properties = fields.map(({ name, title, description, several }) => {
    const said = [
      ...(title ? [['title', stringLiteral(title)] as const] : []),
      ...(description ? [['description', stringLiteral(description)] as const] : []),
    ];
    const type = several
      ? ([
          ['type', '"array"'],
          ['items', '{"type":"string"}'],
        ] as const)
      : ([['type', '"string"']] as const);
    return [name, objectText([...type, ...said])] as const;
  });
  const required = fields.filter((field) => field.required).map(({ name }) => stringLiteral(name));
  return objectText([
    ['type', '"object"'],
    ['properties', objectText(properties)],
    ['required', arrayText(required)],
  ]);
}
