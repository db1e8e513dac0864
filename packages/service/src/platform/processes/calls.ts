import type { Window } from "../http/windows.ts";
import type { Place } from "../places.ts";

/** A key, the seconds of its window, and how many calls to count. */
export type CountRequest = readonly [key: string, seconds: number, calls: number];

/** What a process of a group asks its parent. */
export type ToParent = {
  readonly ready: { readonly input: null; readonly answer: void };
  readonly count: { readonly input: readonly CountRequest[]; readonly answer: readonly Window[] };
  readonly take: {
    readonly input: { readonly id: number; readonly places: readonly Place[] };
    readonly answer: boolean;
  };
  readonly free: { readonly input: number; readonly answer: void };
  readonly wake: { readonly input: string; readonly answer: void };
};

/** What the parent asks a process of its group. */
export type ToChild = {
  readonly stop: { readonly input: null; readonly answer: void };
  readonly alive: { readonly input: null; readonly answer: true };
  readonly readiness: { readonly input: null; readonly answer: boolean };
  readonly metrics: { readonly input: null; readonly answer: string };
  readonly wake: { readonly input: string; readonly answer: void };
};
