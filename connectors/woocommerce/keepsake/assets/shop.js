/* Keeps the heart and the alert button of a product page with the variation that the shopper chose, and puts items from a
   list into WooCommerce's cart. */
(($) => {
  const elementsNear = (form) => {
    const product = form.closest(".product") ?? document;
    return product.querySelectorAll("keepsake-heart[empi], keepsake-notify-me[empi]");
  };
  const set = (element, { epi, variant, price, available }) => {
    element.setAttribute("epi", epi);
    element.setAttribute("variant", variant);
    if (price) element.setAttribute("price", price);
    if (element.matches("keepsake-notify-me")) element.setAttribute("available", String(available));
  };

  // WooCommerce's events are jQuery's and do not reach addEventListener.
  $(document).on("found_variation", ".variations_form", (event, { keepsake }) => {
    if (!keepsake) return;
    const productId = event.currentTarget.dataset.product_id;
    for (const element of elementsNear(event.currentTarget))
      if (element.getAttribute("empi") === productId) set(element, keepsake);
  });
  $(document).on("reset_data", ".variations_form", (event) => {
    const epi = event.currentTarget.dataset.product_id;
    for (const element of elementsNear(event.currentTarget))
      if (element.getAttribute("empi") === epi) set(element, { epi, variant: "", available: true });
  });

  const addToCart = async ({ epi, qty }) => {
    const body = new URLSearchParams({ product_id: epi, quantity: String(qty ?? 1) });
    const answer = await fetch(window.keepsakeShop.addToCart, { method: "POST", body });
    const { error, fragments, cart_hash: hash } = await answer.json();
    if (!answer.ok || error) throw new Error("WooCommerce did not put it into the cart");
    $(document.body).trigger("added_to_cart", [fragments, hash]);
  };
  document.addEventListener("keepsake:to-cart", ({ detail: { item, waitUntil } }) => waitUntil(addToCart(item)));
})(window.jQuery);
