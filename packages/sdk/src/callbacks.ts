export type Done<T> = ((answer: T) => void) | null | undefined;
/** The error has `status`, `responseText` and `description`. */
export type Failed = ((error: unknown) => void) | null | undefined;

/** Answers by callback and by promise. With a callback, a rejected promise counts as handled. */
export function answer<T>(promise: Promise<T>, onSuccess: Done<T>, onError: Failed): Promise<T> {
  if (onSuccess || onError) void promise.then(onSuccess ?? undefined, onError ?? (() => undefined));
  return promise;
}

/** Adds callbacks after the arguments of `work`, which must not have optional ones: its length counts them. */
export const withCallbacks =
  <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
  (...given: [...args: Args, onSuccess?: Done<T>, onError?: Failed]): Promise<T> => {
    const [onSuccess, onError] = given.slice(work.length) as [Done<T>, Failed];
    return answer(work(...(given.slice(0, work.length) as unknown as Args)), onSuccess, onError);
  };
