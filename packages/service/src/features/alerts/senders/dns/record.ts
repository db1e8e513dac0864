/** `ok`: as it must be. `missing`: there is none. `wrong`: there is another one. `unknown`: DNS did not tell, or only the
 *  provider knows what it must be. */
export type RecordState = "ok" | "missing" | "wrong" | "unknown";

/** A DNS record that makes mails of a domain arrive, to be copied by the merchant, and what DNS says about it. */
export type CheckedRecord = {
  readonly purpose: "spf" | "dkim" | "dmarc" | "return-path";
  readonly type: "TXT" | "MX" | "CNAME";
  readonly name: string;
  readonly value: string;
  readonly state: RecordState;
  readonly problem: string | null;
  readonly fix: string | null;
};
