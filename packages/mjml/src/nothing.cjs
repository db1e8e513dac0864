// Stands in for the modules that the compiler may not use. MJML's packages load some of them and never call them.
const refuse = function () {
  throw new Error("The template compiler has no network and starts no programs");
};
const nothing = new Proxy(refuse, {
  get: (target, name) => (typeof name === "symbol" || name === "prototype" ? target[name] : nothing),
  construct: refuse,
});
module.exports = nothing;
