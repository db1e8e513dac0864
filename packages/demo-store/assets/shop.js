// What the shop itself does with Keepsake in the browser: the cart. The rest are elements in its pages.

/** Whoever needs Keepsake before its script is there waits in this queue. */
const ready = new Promise((resolve) => (window.KeepsakeCallbacks ||= []).push(resolve));

/** Changes the cart, and shows the cart as the shop's server draws it. */
async function changeCart(path, fields) {
  const response = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const shown = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of ["[data-cart]", "[data-cart-count]"])
    document.querySelector(part)?.replaceWith(shown.querySelector(part));
}

let hiding;
function say(text) {
  const notice = document.querySelector("[data-notice]");
  notice.textContent = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    notice.textContent = "";
  }, 8000);
}

// From the cart to later: first it is kept, then it leaves the cart. Whatever fails, it is in one of the two.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-save-for-later]");
  if (button && !button.disabled) void saveForLater(button);
});
async function saveForLater(button) {
  const { epi, empi, du, qty } = button.dataset;
  button.disabled = true;
  try {
    const { client } = await ready;
    await client.saveForLater.add(undefined, [{ epi, empi, du, qty: Number(qty) }]);
    await changeCart("/cart/change", { variant: epi, quantity: "0" });
  } catch {
    button.disabled = false;
    say("That did not work. It is still in your cart; please try again.");
  }
}

// And back: the element waits until it is in the cart before it takes it off its list.
document.addEventListener("keepsake:to-cart", ({ detail: { item, waitUntil } }) =>
  waitUntil(changeCart("/cart/add", { variant: item.epi, quantity: item.qty ?? 1 })),
);

const { client } = await ready;
client.on("queued", () => say("You are offline. We keep it, and save it when you are back."));
client.on("failed", () => say("Something could not be saved. Please try again in a moment."));
