import { createSheet, type KeepsakeElement, UNSEEN_STYLES } from "./element.ts";

/** Inherits the shop's fonts and colours. Lines are shades of the text colour; dialogs use the page's background. */
const uiSheet = createSheet(`
:host { --line: var(--keepsake-line, color-mix(in srgb, currentColor 22%, transparent)); --soft: color-mix(in srgb, currentColor 7%, transparent); --radius: var(--keepsake-radius, .5rem); --bad: var(--keepsake-error, light-dark(#b3261e, #ff8a80)); display: block }
:host(keepsake-drawer) { display: inline-block }
:host([hidden]), [part~="error"]:empty, [part~="status"]:empty { display: none }
* { box-sizing: border-box }
h2, p, ul, fieldset { margin: 0; padding: 0; border: 0 }
ul { list-style: none }
button, input { font: inherit; color: inherit; letter-spacing: inherit }
button { cursor: pointer }
:focus-visible { outline: 2px solid; outline-offset: 2px }
h2:focus { outline: none }
${UNSEEN_STYLES}
[part~="page"] { display: flex; flex-direction: column; gap: 1.25rem; line-height: 1.45; container-type: inline-size }
[part~="heading"], [part~="list-name"], [part~="dialog-title"] { font-size: 1.25em; font-weight: 650; line-height: 1.25; overflow-wrap: anywhere }

[part~="lists"] { display: flex; flex-wrap: wrap; gap: .5rem }
[part~="list"] { min-block-size: 2.75rem; max-inline-size: 100%; padding: .3em 1em; border: 1px solid var(--line); border-radius: 99em; background: none; overflow-wrap: anywhere }
[part~="chosen"] { border-color: currentColor; background: var(--soft); font-weight: 600 }
[part~="new"] { border-style: dashed }
[part~="list-count"] { margin-inline-start: .35em; font-size: .85em; font-variant-numeric: tabular-nums }
[part~="list-head"] { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem }
[part~="privacy"] { font-size: .875em; padding: .1em .7em; border: 1px solid var(--line); border-radius: 99em }
[part~="list-actions"] { display: flex; flex-wrap: wrap; gap: 0 .25rem; margin-inline-start: auto }
[part~="action"] { min-block-size: 2.75rem; min-inline-size: 2.75rem; padding: .25em .6em; border: 0; border-radius: var(--radius); background: none; font-size: .9em; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .25em }
[part~="action"][aria-pressed="true"] { background: var(--soft); font-weight: 600; text-decoration: none }
[part~="action"][aria-pressed="true"]::before { content: "✓ " / "" }

[part~="items"] { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12rem), 1fr)); gap: 1.5rem 1.25rem }
[part~="item"] { display: flex; flex-direction: column; gap: .5rem; min-inline-size: 0 }
[part~="item-image"] { display: block; inline-size: 100%; aspect-ratio: 1; object-fit: cover; border-radius: var(--radius); background: var(--soft) }
[part~="item-text"] { display: flex; flex-direction: column; gap: .1rem; min-inline-size: 0; flex: 1 }
[part~="item-title"] { color: inherit; font-weight: 600; text-decoration: none; overflow-wrap: anywhere }
a[part~="item-title"]:hover { text-decoration: underline }
[part~="item-variant"], [part~="item-note"], [part~="item-drop"], [part~="item-stock"] { font-size: .9em; overflow-wrap: anywhere }
[part~="item-note"] { font-style: italic }
[part~="item-variant"], [part~="item-note"], [part~="privacy"], [part~="hint"], [part~="list-count"] { color: var(--keepsake-muted, inherit) }
[part~="item-price"] { font-variant-numeric: tabular-nums }
[part~="item-drop"] { color: var(--keepsake-good, light-dark(#1b6b3a, #7ed8a0)) }
[part~="sold-out"] { font-weight: 600 }
[part~="item-actions"] { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .25rem; margin-inline-start: -.5em }
[part~="to-cart"] { flex: 1 1 100%; margin-inline-start: .5em; border: 1px solid; border-color: var(--keepsake-accent, var(--ks-accent, currentColor)); font-weight: 600; text-decoration: none }
[part~="item-actions"]:has(keepsake-heart) [part~="to-cart"] { flex: 1 }
[part~="placeholder"] .line { block-size: 1em; inline-size: 70%; border-radius: .25em; background: var(--soft) }
@container (max-inline-size: 28rem) {
  [part~="items"] { grid-template-columns: 1fr; gap: 1rem }
  [part~="item"] { display: grid; grid-template-columns: 5.5rem 1fr; gap: .4rem 1rem }
  [part~="item"] [part~="item-image"] { grid-row: span 2 }
  [part~="list-actions"] { inline-size: 100%; margin-inline-start: -.6em }
}

[part~="empty"] { display: flex; flex-direction: column; align-items: center; gap: .5rem; padding: 3rem 1rem; border: 1px dashed var(--line); border-radius: var(--radius); text-align: center }
[part~="empty-title"] { font-size: 1.1em; font-weight: 600 }
[part~="notice"] { position: sticky; inset-block-end: 1rem; z-index: 1; align-self: center; display: flex; align-items: center; gap: .5rem; max-inline-size: 100%; min-block-size: 2.75rem; padding: .25rem .5rem; padding-inline-start: 1rem;
  border-radius: var(--radius); background: var(--keepsake-text, CanvasText); color: var(--keepsake-surface, Canvas); overflow-wrap: anywhere }
[part~="notice"][data-empty] { position: absolute; min-block-size: 0; padding: 0 }
[part~="notice"]:not(:has(button)) { padding-inline-end: 1rem }
[part~="undo"] { min-block-size: 2.75rem; padding: 0 .75em; border: 0; background: none; font-weight: 650; text-decoration: underline; text-underline-offset: .25em }

dialog { inline-size: min(28rem, calc(100vw - 2rem)); max-block-size: calc(100dvh - 2rem); padding: 0; border: 1px solid var(--line); border-radius: calc(var(--radius) * 1.5); overflow: auto;
  background: var(--keepsake-surface, Canvas); color: var(--keepsake-text, CanvasText); font: inherit; line-height: 1.45; text-align: start; box-shadow: 0 1rem 3rem rgb(0 0 0 / .25) }
dialog::backdrop { background: rgb(0 0 0 / .45) }
dialog[part~="drawer"] { position: fixed; inset-block: 0; inset-inline: auto 0; margin: 0; inline-size: min(30rem, 100vw); block-size: 100dvh; max-block-size: none; border-width: 0; border-inline-start-width: 1px; border-radius: 0 }
[part~="dialog-head"] { position: sticky; inset-block-start: 0; z-index: 2; display: flex; align-items: center; gap: 1rem; padding: .75rem; padding-inline-start: 1.5rem; background: var(--keepsake-surface, Canvas) }
[part~="dialog-title"] { flex: 1 }
[part~="dialog-body"] { padding: .25rem 1.5rem 1.5rem }
dialog[part~="dialog"] [part~="dialog-body"], form { display: flex; flex-direction: column; gap: 1rem }
[part~="close"] { flex: none; display: grid; place-items: center; inline-size: 2.75rem; block-size: 2.75rem; padding: 0; border: 0; border-radius: 99em; background: none }
[part~="close"] svg { inline-size: 1.25rem; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round }
[part~="product"] { display: flex; gap: 1rem; align-items: center }
[part~="product"] [part~="item-image"] { inline-size: 4.5rem; flex: none }

[part~="field"] { display: flex; flex-direction: column; gap: .35rem }
[part~="label"] { font-weight: 600; padding: 0 }
[part~="input"] { inline-size: 100%; min-inline-size: 0; min-block-size: 2.75rem; padding: .4em .75em; border: 1px solid color-mix(in srgb, currentColor 55%, transparent); border-radius: var(--radius); background: transparent }
[part~="quantity"] { inline-size: 7rem }
[part~="row"] { display: flex; flex-wrap: wrap; gap: .5rem }
[part~="row"] [part~="input"] { flex: 1 1 10rem; inline-size: auto }
[aria-invalid="true"] { border-color: var(--bad); outline-color: var(--bad) }
[part~="check"] { display: flex; gap: .75rem; align-items: flex-start; min-block-size: 2.75rem; padding-block: .4rem; cursor: pointer }
[part~="check"] input { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: .1em 0 0; accent-color: var(--keepsake-accent, var(--ks-accent, currentColor)) }
[part~="media"] { display: flex; flex-wrap: wrap; gap: 0 1.5rem } [part~="media"] legend { float: inline-start; inline-size: 100% }
[part~="error"] { color: var(--bad); font-size: .9em; font-weight: 500 }
[part~="hint"] { font-size: .875em }
[part~="wait-actions"] { display: flex; flex-wrap: wrap; gap: 0 .5rem; margin-inline-start: -.6em }
[part~="buttons"] { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .5rem }
[part~="primary"], [part~="secondary"], [part~="choice"] { min-block-size: 2.75rem; padding: .5em 1.25em; border: 1px solid; border-radius: var(--radius); font-weight: 600 }
[part~="primary"] { border-color: var(--keepsake-accent, var(--ks-accent, CanvasText)); background: var(--keepsake-accent, var(--ks-accent, CanvasText)); color: var(--keepsake-on-accent, var(--ks-on, Canvas)) }
[part~="primary"][aria-disabled="true"] { opacity: .75; cursor: progress }
[part~="secondary"], [part~="choice"] { border-color: var(--line); background: none }
[part~="wide"] { inline-size: 100% } [part~="more"] { align-self: center }
[part~="choices"] { display: flex; flex-direction: column; gap: .5rem } [part~="choice"] { text-align: start; overflow-wrap: anywhere }
@media (hover: hover) { [part~="list"]:hover, [part~="secondary"]:hover, [part~="choice"]:hover, [part~="action"]:hover, [part~="close"]:hover { background: var(--soft) } [part~="primary"]:hover { opacity: .9 } }
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: rise .18s ease-out } dialog[part~="drawer"][open] { animation-name: slide }
  [part~="placeholder"] { animation: wait 1.4s ease-in-out infinite alternate }
}
@keyframes rise { from { opacity: 0; transform: translateY(.75rem) } }
@keyframes slide { from { opacity: 0; transform: translateX(calc(var(--towards, 1) * 2rem)) } }
@keyframes wait { to { opacity: .5 } }
:host(:dir(rtl)) { --towards: -1 }
@media (forced-colors: active) {
  [part~="chosen"], [part~="action"][aria-pressed="true"] { forced-color-adjust: none; background: Highlight; color: HighlightText }
  [part~="notice"]:not([data-empty]) { border: 1px solid } dialog { border: 2px solid CanvasText }
}`);

/** Adds the styles of dialogs and lists to an element, which keeps its own. */
export function addUiStyles(host: KeepsakeElement) {
  host.setStyles(...host.root.adoptedStyleSheets, uiSheet());
}
