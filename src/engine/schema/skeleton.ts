import { parseDocument } from '../base/json/document.ts';
import { indentText } from '../base/json/write.ts';
import { sampleFor } from './sample.ts';

/**
 * Arguments to begin with, from a tool's input schema: JSON text of an object, indented by two spaces, with what
 * `sampleFor` puts in. `{}` where the schema is not JSON or asks for something that is not an object. Never throws.
 */
export function skeletonFor(schemaText: string): string {
  const { text } = sampleFor(schemaText);
  const read = parseDocument(text);
  return read.ok && read.value.kind === 'object' ? indentText(text) : '{}';
}
