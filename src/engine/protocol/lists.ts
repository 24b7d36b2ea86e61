/** A method that lists what a server offers. */
export type ListMethod = 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list';

/** A list of the protocol. */
export interface List {
  readonly method: ListMethod;
  /** The member of the result that holds the entries. */
  readonly member: 'tools' | 'resources' | 'resourceTemplates' | 'prompts';
  /** The capability a server declares that has such a list. */
  readonly capability: 'tools' | 'resources' | 'prompts';
}

/** Every list of the protocol. */
export const LISTS: Readonly<Record<ListMethod, List>> = {
  'tools/list': { method: 'tools/list', member: 'tools', capability: 'tools' },
  'resources/list': { method: 'resources/list', member: 'resources', capability: 'resources' },
  'resources/templates/list': {
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    capability: 'resources',
  },
  'prompts/list': { method: 'prompts/list', member: 'prompts', capability: 'prompts' },
};

/** The list that `method` asks for; undefined where it asks for none. */
export function listOf(method: string): List | undefined {
  return Object.hasOwn(LISTS, method) ? LISTS[method as ListMethod] : undefined;
}
