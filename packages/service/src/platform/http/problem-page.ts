import type { FastifyRequest } from "fastify";
import { type Translation, translated } from "../text/language.ts";
import { hostedPage, type Page, paragraph } from "./hosted-page.ts";

const en = {
  badLink: {
    title: "This link does not work",
    text: "It may have been cut off. Open it from the email again.",
  },
  busy: {
    title: "Please try again in a moment",
    text: "The service is busy. Wait a few seconds, then reload this page.",
  },
  failed: {
    title: "Something went wrong",
    text: "This is our fault, not yours. Open the link from the email again later.",
  },
};

const de: Translation<typeof en> = {
  badLink: {
    title: "Dieser Link funktioniert nicht",
    text: "Vielleicht wurde er gekürzt. Öffnen Sie ihn noch einmal aus der E-Mail.",
  },
  busy: {
    title: "Bitte versuchen Sie es gleich noch einmal",
    text: "Der Dienst ist ausgelastet. Warten Sie einige Sekunden und laden Sie die Seite neu.",
  },
  failed: {
    title: "Etwas ist schiefgegangen",
    text: "Das liegt an uns, nicht an Ihnen. Öffnen Sie den Link später noch einmal aus der E-Mail.",
  },
};

const fr: Translation<typeof en> = {
  badLink: {
    title: "Ce lien ne fonctionne pas",
    text: "Il a peut-être été coupé. Ouvrez-le de nouveau depuis l’e-mail.",
  },
  busy: {
    title: "Veuillez réessayer dans un instant",
    text: "Le service est très sollicité. Patientez quelques secondes, puis rechargez la page.",
  },
  failed: {
    title: "Une erreur s’est produite",
    text: "C’est de notre fait, pas du vôtre. Rouvrez plus tard le lien depuis l’e-mail.",
  },
};

const copy = translated<Translation<typeof en>>({ en, de, fr });

function problemPage(problem: keyof typeof en, wanted?: string): Page {
  const { language, [problem]: texts } = copy(wanted);
  return hostedPage(language, {}, texts.title, paragraph(texts.text));
}

export const badLinkPage = (wanted?: string): Page => problemPage("badLink", wanted);

/** What a person sees instead of JSON when a page behind the link of a mail fails. */
export const pageOfFailure = (status: number, wanted?: string): Page =>
  problemPage(status === 429 || status === 503 ? "busy" : status < 500 ? "badLink" : "failed", wanted);

/** Whether a person opened one of the pages. Mail providers that unsubscribe with one click get JSON. */
export const isShownToPerson = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith("/alerts/") === true && headers.accept?.includes("text/html") === true;
