import { plainText, renderLetter, shopFacts, toSubject } from "../../../platform/letter/letter.ts";
import type { Mail } from "../../../platform/messaging/mail/mail.ts";
import { formatPrice } from "../../../platform/text/format-price.ts";
import { oneLine } from "../../../platform/text/one-line.ts";
import { untitled } from "../../catalog/variants/title-of.ts";
import type { Money } from "../../insights/money.ts";
import { DASHBOARD } from "../../stores/sign-in/link-urls.ts";
import type { Store } from "../../stores/store.ts";
import { REPORT_COPY, type ReportCopy } from "./copy.ts";
import { describeProblem } from "./describe-problem.ts";
import type { ReportLanguage } from "./preferences.ts";
import { REPORT_LETTER } from "./report.gen.ts";
import { isQuiet, type RangeReport, type Report, type ThresholdReport, type Wanted } from "./report.ts";

const PROBLEMS_SHOWN = 6;
/** Around the dash of a range. Not every mail program shows them. */
const NARROW_SPACES = /[\u2009\u202f]/g;

type Figure = { readonly name: string; readonly value: string; readonly before: string };
type Content = {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly figures: readonly Figure[];
  readonly topHeading: string;
  readonly top: readonly { readonly title: string; readonly people: string }[];
  readonly problems: readonly string[];
};
type Style = { readonly copy: ReportCopy; readonly language: ReportLanguage };

/** The mail with a report, for a member of a store. */
export function reportMail(
  store: Pick<Store, "name" | "settings">,
  report: Report,
  {
    to,
    language,
    publicUrl,
    stopUrl,
  }: { readonly to: string; readonly language: ReportLanguage; readonly publicUrl: string; readonly stopUrl: string },
): Mail {
  const copy = REPORT_COPY[language];
  const shop = shopFacts(store.name, { color: store.settings.alerts?.color });
  const style = { copy, language };
  const content =
    report.kind === "threshold" ? thresholdContent(shop.name, report, style) : rangeContent(shop.name, report, style);
  const { heading, lead, figures, topHeading, top, problems } = content;
  const url = `${publicUrl}${DASHBOARD}`;
  const changeUrl = `${url}/account`;
  const why = copy.why(shop.name);
  const subject = toSubject(content.subject);
  const texts = {
    heading,
    lead,
    top: topHeading,
    problems: copy.problems,
    button: copy.button,
    why,
    change: copy.change,
    stop: copy.stop,
  };
  const facts = {
    language,
    subject,
    preheader: lead,
    shop,
    figures,
    top,
    problems,
    url,
    changeUrl,
    stopUrl,
    copy: texts,
  };
  return {
    to,
    subject,
    html: renderLetter(REPORT_LETTER, facts),
    text: plainText(
      heading,
      lead,
      figures.map(({ name, value, before }) => `${name}: ${value}${before && ` (${before})`}`).join("\n"),
      top.length > 0
        ? [topHeading, ...top.map(({ title, people }) => `- ${title}: ${people}`)].filter(Boolean).join("\n")
        : "",
      problems.length > 0 ? [copy.problems, ...problems.map((problem) => `- ${problem}`)].join("\n") : "",
      `${copy.button}:\n${url}`,
      `--\n${why}\n${copy.change}: ${changeUrl}\n${copy.stop}: ${stopUrl}`,
    ),
  };
}

function rangeContent(shop: string, report: RangeReport, { copy, language }: Style): Content {
  const { kind, range, counts, before, waiting } = report;
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" })
    .formatRange(new Date(range.from), new Date(range.to))
    .replaceAll(NARROW_SPACES, " ");
  const moneys = (amounts: readonly Money[]) =>
    amounts.map(({ currency, amount }) => formatPrice(Number(amount), currency, language)).join(" · ") || copy.none;
  const compared = (name: keyof ReportCopy["figures"], now: string, then: string): Figure => ({
    name: copy.figures[name],
    value: now,
    before: `${copy.before[kind]}: ${then}`,
  });
  const counted = (["signedUp", "notified", "clicked", "bought"] as const).map((name) =>
    compared(name, number(counts[name]), number(before[name])),
  );
  const figures = [
    { name: copy.figures.waiting, value: number(waiting), before: "" },
    ...counted,
    compared("revenue", moneys(counts.revenue), moneys(before.revenue)),
  ];
  const isSilent = kind === "weekly" && isQuiet(report);
  const lead = isSilent
    ? copy.lead.quiet(shop)
    : kind === "daily"
      ? copy.lead.day(shop, days)
      : copy.lead.range(shop, days);
  const problems = report.problems.map((problem) => oneLine(describeProblem(problem, language)));
  const more = problems.length - PROBLEMS_SHOWN;
  return {
    subject: kind === "daily" ? copy.subject.daily(shop, days) : copy.subject.weekly(shop, days),
    heading: copy.heading[kind],
    lead,
    figures: isSilent ? figures.slice(0, 1) : figures,
    topHeading: copy.top,
    top: report.top.map(toLine(shop, { copy, language }, number)),
    problems: more > 0 ? [...problems.slice(0, PROBLEMS_SHOWN), copy.more(number(more))] : problems,
  };
}

function thresholdContent(
  shop: string,
  { threshold, crossed, waiting }: ThresholdReport,
  { copy, language }: Style,
): Content {
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const top = crossed.map(toLine(shop, { copy, language }, number));
  const [first] = crossed;
  const rest = waiting - crossed.length;
  return {
    subject:
      first && waiting === 1
        ? copy.subject.threshold(number(first.people), nameOf(first, shop, language))
        : copy.subject.thresholds(number(waiting), number(threshold)),
    heading: copy.heading.threshold,
    lead: copy.lead.threshold(shop, number(threshold)),
    figures: [],
    topHeading: "",
    top: rest > 0 ? [...top, { title: copy.more(number(rest)), people: "" }] : top,
    problems: [],
  };
}

const nameOf = ({ title }: Wanted, shop: string, language: ReportLanguage) =>
  oneLine(title ?? untitled(shop, language));

const toLine =
  (shop: string, { copy, language }: Style, number: (value: number) => string) =>
  (wanted: Wanted) => ({
    title: nameOf(wanted, shop, language),
    people: copy.people(number(wanted.people)),
  });
