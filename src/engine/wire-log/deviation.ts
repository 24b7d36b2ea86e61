/** Something done by hand against the rules; sent all the same, and marked on the round. */
export interface Deviation {
  readonly kind:
    | 'state changed'
    | 'state missing'
    | 'state invented'
    | 'key missing'
    | 'key extra'
    | 'answer not valid'
    | 'raw request'
    | 'id reused'
    | 'not JSON'
    | 'meta missing'
    | 'header differs';
  /** The input request's key, where it is about one. */
  readonly key?: string;
  /** Sentence case, no full stop. */
  readonly text: string;
}
