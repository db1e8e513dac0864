export const REPORT_LANGUAGES = ["en", "de"] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** Which report mails a member wants about a store. */
export type Preferences = {
  readonly daily: boolean;
  readonly weekly: boolean;
  /** They hear of a product when so many people wait for it; null: not at all. */
  readonly threshold: number | null;
  readonly language: ReportLanguage;
};

export const NO_REPORTS: Preferences = { daily: false, weekly: false, threshold: null, language: "en" };
export const THRESHOLD_MAX = 1_000_000;
