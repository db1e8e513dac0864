import type { FastifyRequest } from "fastify";
import { type Translation, translated } from "../text/language.ts";
import { hostedPage, type Page, paragraph } from "./hosted-page.ts";

const en = {
  badLink: {
    title: "This link does not work",
    text: "It may have been cut off. Open it from the email again.",
  },
  refused: {
    title: "This did not work",
    text: "The page could not read what was sent. Go back, check what you have entered, and try again.",
  },
  busy: {
    title: "Please try again in a moment",
    text: "The service is busy. Wait a few seconds, then reload this page.",
  },
  failed: {
    title: "Something went wrong",
    text: "This is our fault, not yours. Try again later.",
  },
};

const de: Translation<typeof en> = {
  badLink: {
    title: "Dieser Link funktioniert nicht",
    text: "Vielleicht wurde er gekürzt. Öffnen Sie ihn noch einmal aus der E-Mail.",
  },
  refused: {
    title: "Das hat nicht geklappt",
    text: "Die Seite konnte nicht lesen, was gesendet wurde. Gehen Sie zurück, prüfen Sie Ihre Eingabe, und versuchen Sie es noch einmal.",
  },
  busy: {
    title: "Bitte versuchen Sie es gleich noch einmal",
    text: "Der Dienst ist ausgelastet. Warten Sie einige Sekunden und laden Sie die Seite neu.",
  },
  failed: {
    title: "Etwas ist schiefgegangen",
    text: "Das liegt an uns, nicht an Ihnen. Versuchen Sie es später noch einmal.",
  },
};

const fr: Translation<typeof en> = {
  badLink: {
    title: "Ce lien ne fonctionne pas",
    text: "Il a peut-être été coupé. Ouvrez-le de nouveau depuis l’e-mail.",
  },
  refused: {
    title: "Cela n’a pas fonctionné",
    text: "La page n’a pas pu lire ce qui a été envoyé. Revenez en arrière, vérifiez votre saisie et réessayez.",
  },
  busy: {
    title: "Veuillez réessayer dans un instant",
    text: "Le service est très sollicité. Patientez quelques secondes, puis rechargez la page.",
  },
  failed: {
    title: "Une erreur s’est produite",
    text: "C’est de notre fait, pas du vôtre. Réessayez plus tard.",
  },
};

const copy = translated<Translation<typeof en>>({ en, de, fr });

function problemPage(problem: keyof typeof en, wanted?: string): Page {
  const { language, [problem]: texts } = copy(wanted);
  return hostedPage(language, {}, texts.title, paragraph(texts.text));
}

export const badLinkPage = (wanted?: string): Page => problemPage("badLink", wanted);

/** What a person sees instead of JSON when a page fails. */
export function pageOfFailure(status: number, { routeOptions, headers }: FastifyRequest): Page {
  const refused = isBehindLink(routeOptions.url) ? "badLink" : "refused";
  return problemPage(
    status === 429 || status === 503 ? "busy" : status < 500 ? refused : "failed",
    headers["accept-language"],
  );
}

/** Whether a person opened one of the pages. Mail providers that unsubscribe with one click, and scripts, get JSON. */
export const isShownToPerson = ({ routeOptions: { url }, headers }: FastifyRequest): boolean =>
  (isBehindLink(url) || isOfDashboard(url)) && headers.accept?.includes("text/html") === true;

const isBehindLink = (url: string | undefined) => url?.startsWith("/alerts/") === true;
const isOfDashboard = (url: string | undefined) => url !== undefined && /^\/dashboard(\/|$)/.test(url);
