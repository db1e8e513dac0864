import { escapeHtml } from "../../../platform/text/html.ts";

/** Adds the frame in which a dashboard shows a preview. In it a browser runs no script, whatever the message contains. */
export const previewFrame = ({ subject, html }: { readonly subject: string; readonly html: string }) => ({
  subject,
  html,
  frame: `<iframe sandbox="" referrerpolicy="no-referrer" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe>`,
});
