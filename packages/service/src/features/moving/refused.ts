/** Why a row of a file is not imported, and what mends it. The report has the numbers of the lines under each. */
export const REASONS = {
  "not-json": "The line is not a JSON object. Each line of the file must be one.",
  "not-a-row": "The row has more or fewer values than the file has columns. Look for a quote that is not closed.",
  "too-long": "The row is longer than 256 KB.",
  "not-utf-8": "The row has characters that are not UTF-8. Save the file as UTF-8.",
  "missing-address": "The row has neither an email address nor a phone number.",
  "invalid-email": "The email address is not valid.",
  "invalid-phone": "The phone number is not valid. It needs its country code: + and 7 to 15 digits.",
  "missing-owner": "The row does not say whose it is: it has no email, uuid or regid.",
  "invalid-uuid": "The uuid of the guest is not a UUID v4.",
  "invalid-regid": "The regid is not one of a guest. An account is named by its email.",
  "missing-variant": "The row has no variant.",
  "invalid-variant": "The variant or product id is longer than 64 characters, or has a control character.",
  "unknown-market": "The store has no market of this name. Add it to the setting `markets`, and import the file again.",
  "missing-list": "The row names no list, and no owner (email, uuid or regid) whose list it could be.",
  "invalid-value": "A value is not of the kind, or not in the range, that its field allows.",
  "unknown-value": "A value is not one of those that its field allows. Translate it with `values` in the mapping.",
  "invalid-time": "A time cannot be read. Say its format in the mapping.",
  "time-in-future": "A time is in the future.",
  "missing-time": "The row does not say when the person signed up, so their place in line is unknown.",
  "invalid-url": "The address of a page or picture does not begin with http:// or https://.",
  unconfirmed: "The person has not confirmed the address. An import sends no mails, so it cannot ask them.",
  "unknown-type": "The store has no lists of this type. Add it: npx keepsake store set --list-types.",
  "unknown-list": "The store does not have the list. Import the lists first.",
  "of-another": "The store has a list with this id that belongs to another shopper.",
  "unknown-target": "`leadsTo` names a list that this store does not have. Import that list first.",
  "second-save-for-later": "The shopper has another save-for-later list already.",
  erased: "This person was erased from the store after the date of this row.",
  "cannot-be-stored": "The database refuses a value of the row.",
} as const;
export type Reason = keyof typeof REASONS;

/** Thrown while a row is read. `field` is the one that is wrong. */
export class Refused extends Error {
  readonly reason: Reason;
  readonly field: string;

  constructor(reason: Reason, field = "") {
    super(REASONS[reason]);
    this.reason = reason;
    this.field = field;
  }
}
