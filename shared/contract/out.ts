/** Marks the type of a method's output; outputs come from our own host and are not checked at run time. */
export interface Out<T> {
  readonly type?: T
}

/** An output of type `T`. */
export const out = <T>(): Out<T> => ({})
