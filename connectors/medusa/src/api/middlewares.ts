import { defineMiddlewares } from "@medusajs/framework/http";
import { releaseBeforeComplete } from "../holds/release-before-complete";

export default defineMiddlewares({
  routes: [{ matcher: "/store/carts/:id/complete", methods: ["POST"], middlewares: [releaseBeforeComplete] }],
});
