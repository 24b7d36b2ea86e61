import { inputRequired, type InputRequest } from '@modelcontextprotocol/server';
import type { ObjectSchema } from './scenario.ts';

type RequestedSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

/** A form elicitation whose schema goes out as it is written. */
export function formRequest(message: string, schema: ObjectSchema): InputRequest {
  // The SDK's type leaves out shapes that older revisions allow.
  return inputRequired.elicit({ message, requestedSchema: schema as unknown as RequestedSchema });
}
