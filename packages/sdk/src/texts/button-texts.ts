/** The English texts of hearts and buttons. Names in `{…}` are replaced with values. */
export const BUTTON_TEXTS = {
  save: "Save {title}",
  saveUntitled: "Save",
  savedBy: "saved by {count}",
  notSaved: "We couldn't save this. Please try again.",
  notifyMe: "Notify me when available",
  notifyMeWaiting: "You're on the list",
  notifyMeUnconfirmed: "Check your inbox to confirm",
  saved: "Saved",
  offline: "No connection. Please check it and try again.",
};
