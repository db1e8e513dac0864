const keyOf = (pid: string) => `keepsake-setup-opened:${pid}`;

/** Whether this tab has shown the setup of the store: Home opens it once, and then leaves it to the person. */
export const wasSetupOpened = (pid: string) => sessionStorage.getItem(keyOf(pid)) !== null;

export const rememberSetupOpened = (pid: string) => sessionStorage.setItem(keyOf(pid), "yes");
