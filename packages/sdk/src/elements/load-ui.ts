/** Dialogs, lists and drawer: a file of its own, which a page of hearts never loads. A failure is not remembered. */
export const loadUi = () => {
  loading ??= import("./ui.ts");
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};
let loading: Promise<typeof import("./ui.ts")> | undefined;
