/** Marks the type of an output; outputs come from our own host and are not checked at run time. */
export interface Out<T> {
  readonly type?: T
}
export const out = <T>(): Out<T> => ({})
